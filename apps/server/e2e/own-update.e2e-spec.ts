import {
  API_PATHS,
  EXIT_CODES,
  SERVER_FILES,
  type ErrorBody,
  type UpdatesView,
} from '@kenny/contract';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Restart } from '../src/restore/index.js';
import { ACheckout } from '../test/a-checkout.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

/** kenny is updated by a button, where it runs from a checkout (ADR 0110). */

const newDir = tempDirs();
let dataDir: string;
let checkout: ACheckout;
let server: AServer | undefined;

beforeEach(() => {
  dataDir = newDir();
  checkout = ACheckout.make(newDir(), join(dataDir, 'source'));
});
afterEach(() => server?.stop());

async function started(runsAs = 'autostart'): Promise<AServer> {
  const { PATH = '' } = process.env;
  server = await AServer.start({ dataDir, env: { KENNY_RUNS_AS: runsAs, PATH } });
  return server;
}
const view = async (of: AServer) =>
  (await of.http<UpdatesView>('GET', API_PATHS.serverUpdates)).body;
const install = (of: AServer) => of.http<ErrorBody>('POST', API_PATHS.serverUpdatesInstall);
async function refused(by: AServer): Promise<string> {
  const { status, body } = await install(by);
  expect(status).toBe(409);
  return body.error.message;
}

it('looks where it came from when somebody presses the button, and not before', async () => {
  checkout.publish('1.1.0');
  const here = await started();
  expect(await view(here)).toMatchObject({
    ...{ newer: null, looked_at: null, feed: null, last_update: null },
    source: { address: checkout.origin },
  });
  const { status, body } = await here.http('POST', API_PATHS.serverUpdatesCheck);
  expect(status).toBe(200);
  expect(body).toMatchObject({ newer: { version: '1.1.0 of 2026-11-30' }, trouble: null });
  expect((await view(here)).looked_at).not.toBeNull();
});

it('looks there once a day from when an admin says so', async () => {
  const here = await started();
  checkout.publish('1.1.0');
  const { body } = await here.http('PUT', API_PATHS.serverUpdates, { feed: 'git' });
  expect(body).toMatchObject({ feed: 'git', newer: { version: '1.1.0 of 2026-11-30' } });
  const off = await here.http('PUT', API_PATHS.serverUpdates, { feed: '' });
  expect(off.body).toMatchObject({ feed: null, newer: { version: '1.1.0 of 2026-11-30' } });
});

it('ends to be updated when an admin says so, and is in the audit log', async () => {
  const here = await started();
  checkout.publish('1.1.0');
  const { wished } = here.get(Restart);
  const ended = new Promise((resolve) =>
    wished.addEventListener('abort', () => resolve(wished.reason)),
  );
  expect((await install(here)).status).toBe(202);
  expect(await ended).toBe(EXIT_CODES.update);
  const [row] = await here.audit('kind=setting');
  expect(row).toMatchObject({ target: 'kenny', ok: true, args: { action: 'update' } });
});

it('refuses where nothing is newer, and over changes by hand', async () => {
  const here = await started();
  expect(await refused(here)).toBe('This is the newest kenny already.');
  checkout.publish('1.1.0');
  checkout.change();
  expect(await refused(here)).toContain('was changed by hand');
});

it('says how the last one went', async () => {
  const last = { at: '2026-11-30T08:00:00.000Z', trouble: '“npm ci” ended with code 1.' };
  const file = join(dataDir, SERVER_FILES.update);
  writeFileSync(file, JSON.stringify({ state: 'done', commit: checkout.commit, ...last }));
  expect((await view(await started())).last_update).toEqual(last);
});

it('says nothing of one that led to what is no longer here', async () => {
  const last = { at: '2026-11-30T08:00:00.000Z', trouble: null, commit: checkout.commit };
  writeFileSync(join(dataDir, SERVER_FILES.update), JSON.stringify({ state: 'done', ...last }));
  checkout.publish('1.1.0');
  checkout.inHere('pull', '--quiet');
  expect((await view(await started())).last_update).toBeNull();
});

it('starts, and says what is wrong, where the branch it came from is gone', async () => {
  checkout.inHere('update-ref', '-d', 'refs/remotes/origin/main');
  const here = await started();
  expect(await view(here)).toMatchObject({ newer: null, source: { address: checkout.origin } });
  expect((await view(here)).trouble).toContain('git could not read');
});

it('looks once a day also right after it has looked', async () => {
  const here = await started();
  await here.http('POST', API_PATHS.serverUpdatesCheck);
  const { status, body } = await here.http('PUT', API_PATHS.serverUpdates, { feed: 'git' });
  expect([status, body]).toMatchObject([200, { feed: 'git', trouble: null }]);
});

it('has no button where it was started in another way', async () => {
  const here = await started('service');
  expect(await view(here)).toMatchObject({ source: null, feed: null });
  expect(await refused(here)).toContain('in a terminal');
  const set = await here.http('PUT', API_PATHS.serverUpdates, { feed: 'git' });
  expect(set.status).toBe(409);
});
