import {
  API_PATHS,
  type CreatedToken,
  type ErrorBody,
  type InstallerIssued,
  type Os,
  type PackageList,
  type PackageView,
  type ServerFacts,
} from '@kenny/contract';
import { join } from 'node:path';
import {
  PACKAGES_FOLDER,
  PACKAGING_FOLDER,
  type PackagesFolder,
  type PackagingFolder,
} from '../src/distribution/index.js';
import { aPackage } from '../test/a-package.js';
import { APackager } from '../test/a-packager.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const LINUX = API_PATHS.serverPackage('linux');
const MESSAGE = 'strip is not on this computer; install binutils and try again';
const onLinux = process.platform === 'linux' ? describe : describe.skip;
let server: AServer;
let packager: APackager;

const packages = () => server.app.get<PackagesFolder>(PACKAGES_FOLDER);
const view = async (os: Os = 'linux'): Promise<PackageView | undefined> =>
  (await server.http<PackageList>('GET', API_PATHS.serverPackages)).body.items.find(
    (one) => one.os === os,
  );
const build = (token?: string) =>
  server.http<PackageView & ErrorBody>('POST', LINUX, undefined, token);

/** Asked again until it is so; every time is a whole request. */
async function seen(isSo: (one: PackageView) => boolean): Promise<PackageView> {
  for (;;) {
    const one = await view();
    if (one && isSo(one)) return one;
  }
}
/** What everybody is told of the package for Linux. */
const told = async () =>
  (await server.http<ServerFacts>('GET', API_PATHS.server)).body.installers.find(
    ({ os }) => os === 'linux',
  )?.trouble;
const settled = () => seen((one) => one.build === null);

async function tokenOf(id: string, more: object): Promise<string> {
  const body = { operator: { id, name: id }, name: 'phone', scope: 'admin', ...more };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body.token;
}

onLinux('a server of a checkout', () => {
  beforeEach(async () => {
    server = await AServer.start({ dataDir: newDir() });
    packager = await APackager.install(server.app.get<PackagingFolder>(PACKAGING_FOLDER));
  });
  afterEach(async () => {
    await server.stop();
    packager.close();
  });

  async function started() {
    const next = packager.next();
    const answer = await build();
    return { answer, run: await next };
  }

  it('builds a package when an admin asks for it, says how far it is, and hands it out', async () => {
    expect(await told()).toMatch(/built when an admin first adds/);
    expect(await view()).toMatchObject({
      ready: false,
      can_build: true,
      build: null,
      trouble: null,
    });
    const { answer, run } = await started();
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ ready: false, build: { step: 0, of: 0 } });
    run.say('step 2/4 Making the executable');
    const { build: progress } = await seen((one) => one.build?.step === 2);
    expect(progress).toEqual({ step: 2, of: 4, words: 'Making the executable' });
    await aPackage(packages());
    run.say('note a release key was made: keep a copy');
    run.end();
    expect(await settled()).toEqual({
      ...{ os: 'linux', ready: true, can_build: true, build: null, trouble: null },
      notes: ['a release key was made: keep a copy'],
    });
    await server.http('POST', API_PATHS.agents, { agent_id: 'mum' });
    const path = API_PATHS.agentInstaller('mum');
    const link = await server.http<InstallerIssued>('POST', path, { os: 'linux' });
    expect(link.status).toBe(201);
  });

  it('gives the program no secret of its own, and builds nothing that it runs from', async () => {
    const { run } = await started();
    expect(run.facts.args).toEqual(['--as-built', '--out', join(packages(), 'linux')]);
    const known = ['HOME', 'PATH', 'TMPDIR', 'XDG_CONFIG_HOME'];
    expect(Object.keys(run.facts.env).filter((name) => !known.includes(name))).toEqual([]);
    expect(run.facts.env).toMatchObject({ PATH: expect.any(String) as string });
    run.end(1);
    await settled();
  });

  it('says why it failed, and tries again when it is asked to', async () => {
    const { run } = await started();
    run.fault(MESSAGE);
    run.end(1);
    expect(await settled()).toMatchObject({ ready: false, can_build: true, trouble: MESSAGE });
    const again = await started();
    expect(again.answer.body.trouble).toBeNull();
    again.run.end();
    // It says that it went well, and there is nothing.
    expect((await settled()).trouble).toContain('no package for linux');
    const rows = await server.audit('kind=setting');
    expect(rows.map(({ ok, target, args }) => [ok, target, args])).toEqual([
      [false, 'package for linux', { action: 'build', why: expect.any(String) as string }],
      [true, 'package for linux', { action: 'build' }],
      [false, 'package for linux', { action: 'build', why: MESSAGE }],
      [true, 'package for linux', { action: 'build' }],
    ]);
  });

  it('builds one at a time', async () => {
    const { run } = await started();
    const second = await build();
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({
      code: 'conflict',
      message: 'The package for linux is being built already.',
    });
    run.end(1);
    await settled();
  });

  it('starts one only when two ask at the same moment', async () => {
    const next = packager.next();
    const answers = await Promise.all([build(), build()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    (await next).end(1);
    await settled();
  });

  it('lets nobody but admins of the whole fleet ask for it', async () => {
    const viewer = await tokenOf('bea', { scope: 'viewer' });
    const ofOne = await tokenOf('carl', { agents: ['pc1'] });
    expect((await build(viewer)).status).toBe(403);
    expect((await build(ofOne)).status).toBe(403);
    const asked = await server.http('GET', API_PATHS.serverPackages, undefined, viewer);
    expect(asked.status).toBe(403);
    expect(await view()).toMatchObject({ build: null });
  });

  it('ends what it has started when it is stopped', async () => {
    const { run } = await started();
    await server.stop();
    await run.gone;
  });
});

describe('a server without the sources', () => {
  beforeAll(async () => {
    server = await AServer.start({ dataDir: newDir() });
  });
  afterAll(() => server.stop());

  it('builds nothing, and says what to do', async () => {
    const one = await view();
    expect(one).toMatchObject({ ready: false, can_build: false });
    expect(one?.trouble).toContain('npm run package:linux');
    const { status, body } = await build();
    expect([status, body.error.code]).toEqual([422, 'unsupported']);
    expect((await view('macos'))?.trouble).toContain('A Mac cannot be added yet');
    const known = await server.http('POST', API_PATHS.serverPackage('beos'));
    expect(known.status).toBe(400);
  });
});
