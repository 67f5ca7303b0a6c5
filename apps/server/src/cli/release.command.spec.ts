import { fixture } from '@kenny/testing';
import type { ReleaseView } from '@kenny/contract';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aRelease } from '../../test/a-release.js';
import { ATTACK, HIDDEN } from '../../test/cli-answers.js';
import { CliWorld, FixtureServer } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
const RELEASE = fixture('http/release_view.json') as ReleaseView;
let folder: string;
let world: CliWorld;
let server: FixtureServer;

beforeEach(async () => {
  folder = tempDir();
  world = new CliWorld(folder);
  server = await new FixtureServer(() => world.clock.now()).listen();
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: 'kny_test' };
});
afterEach(() => server.close());

/** What `npm run release:sign` leaves. */
function signed(content = 'an agent') {
  const { manifest, file } = aRelease({}, content);
  const path = join(folder, 'kenny-agent-0.2.0.exe');
  writeFileSync(path, file);
  writeFileSync(`${path}.manifest.json`, JSON.stringify(manifest, null, 2));
  return { path, manifest };
}

describe('kenny release add', () => {
  it('sends the file to the last byte, with the manifest that lies beside it', async () => {
    const content = 'x'.repeat(300_000);
    const { path, manifest } = signed(content);
    server.on('POST /api/releases', { status: 201, body: RELEASE });
    const { code, out } = await world.run('release', 'add', path);
    expect(code).toBe(0);
    expect(out).toContain('0.2.0 for windows on x86_64 is published.');
    expect(out).toContain('PCs fetch it over https');
    const [asked] = server.asked;
    const query = new URL(asked?.path ?? '', server.url).searchParams;
    expect(JSON.parse(query.get('manifest') ?? '')).toEqual(manifest);
    expect(asked?.headers).toMatchObject({
      ...{ 'content-type': 'application/octet-stream', 'content-length': '300000' },
      authorization: 'Bearer kny_test',
    });
    expect(asked?.body).toBe(content);
  });

  it('says what is wrong before anything is sent', async () => {
    const { path } = signed();
    const wrong: [() => void, string][] = [
      [() => writeFileSync(path, 'longer than it was'), 'sign it again'],
      [() => writeFileSync(`${path}.manifest.json`, '{}'), 'exactly these keys'],
      [() => writeFileSync(`${path}.manifest.json`, 'x'.repeat(10_000)), 'no JSON object'],
    ];
    for (const [spoil, words] of wrong) {
      spoil();
      const { code, err } = await world.run('release', 'add', path);
      expect([code, err]).toEqual([2, expect.stringContaining(words)]);
    }
    const { code, err } = await world.run('release', 'add', join(folder, 'nothing'));
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be read')]);
    expect(server.asked).toEqual([]);
  });

  it('says what the server says', async () => {
    const { path } = signed();
    const error = { code: 'conflict', message: 'It is published already.', request_id: 'r' };
    server.on('POST /api/releases', { status: 409, body: { error } });
    const { code, err } = await world.run('release', 'add', path);
    expect([code, err]).toEqual([1, expect.stringContaining('It is published already.')]);
    expect(readFileSync(path, 'utf8')).toBe('an agent');
  });
});

describe('kenny release list', () => {
  it('shows what there is, who published it and whether its signature was judged', async () => {
    const by = { ...RELEASE.published_by, name: ATTACK };
    const items = [RELEASE, { ...RELEASE, published_by: by, verified: false }];
    server.on('GET /api/releases', { body: { items, next_cursor: null } });
    const { out } = await world.run('release', 'list');
    expect(out).toMatch(/VERSION +SYSTEM +PROCESSOR +SIZE +PUBLISHED +BY +JUDGED +NAME/);
    expect(out).toMatch(/0\.2\.0 +windows +x86_64 +87\.0 MiB .* yes +windows-x86_64-kenny/);
    expect(out).not.toMatch(HIDDEN);
  });

  it('says how to begin when there is none', async () => {
    server.on('GET /api/releases', { body: { items: [], next_cursor: null } });
    expect((await world.run('release', 'list')).out).toContain('kenny release add');
  });
});

describe('kenny release withdraw', () => {
  it('asks first, unless it is told not to', async () => {
    server.on(`DELETE /api/releases/${RELEASE.name}`, { status: 204 });
    expect((await world.run('release', 'withdraw', RELEASE.name)).code).not.toBe(0);
    expect(server.asked).toEqual([]);
    expect(await world.run('release', 'withdraw', RELEASE.name, '--yes')).toMatchObject({
      code: 0,
      out: `${RELEASE.name} is withdrawn.\n`,
    });
  });
});

describe('kenny agent update', () => {
  it('asks for the version that was named, and says what waits for approval', async () => {
    const pc = { ...(fixture('http/fleet_agent.json') as object), agent_id: 'pc1' };
    server.on('GET /api/agents/pc1', { body: pc });
    server.on('GET /api/agents/annas-laptop', { body: pc });
    server.on('POST /api/agents/pc1/update', {
      status: 202,
      body: fixture('http/approval_answer.json'),
    });
    const words = ['agent', 'update', 'pc1', '--to', '0.2.0', '--reason', 'It is safer.'];
    const { code, err } = await world.run(...words);
    expect(code).toBe(5);
    expect(err).toContain('kenny approvals approve');
    const [sent] = server.asked.filter(({ body }) => body !== undefined);
    expect(sent?.body).toEqual({ version: '0.2.0', reason: 'It is safer.' });
  });
});
