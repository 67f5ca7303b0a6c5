import { API_PATHS, SERVER_FILES, type FleetView, type UpdatesView } from '@kenny/contract';
import { MINUTE_MS } from '@kenny/kernel';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './harness/api.js';
import { eventually } from './harness/eventually.js';
import { aWorld, freePort, WORKSPACE } from './harness/world.js';

/**
 * kenny as `npm start` runs it, in a checkout of its own: the scripts are in its git, the built
 * programs lie beside them, and its build only says which version it was.
 */
const STARTERS = ['start-here.mjs', 'server-and-agent.mjs', 'update.mjs'];
const PROGRAMS = ['apps/server/bundle', 'apps/server/dist', 'apps/agent/bundle'];
const UPDATE_MS = 2 * MINUTE_MS;

describe('an update by the button', () => {
  const world = aWorld();
  const origin = world.makeFolder('origin');
  const here = join(world.folder, 'here');
  let api: Api;

  function git(...args: string[]): void {
    const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@kenny.example'];
    const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: origin });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${String(stderr)}`);
  }

  function publish(build: string): void {
    writeFileSync(join(origin, 'build.mjs'), build);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'newer');
  }
  const [program, whole] = ['apps/server/bundle/kenny.mjs', 'apps/server/kenny.whole'];
  const building = (version: string) => `
    import { existsSync, renameSync, writeFileSync } from 'node:fs';
    if (existsSync('${whole}')) renameSync('${whole}', '${program}');
    writeFileSync('built', '${version}');`;
  /** It builds a server that ends at once. */
  const BREAKING = `
    import { renameSync, writeFileSync } from 'node:fs';
    renameSync('${program}', '${whole}');
    writeFileSync('${program}', 'process.exit(1);');`;
  const built = () => readFileSync(join(here, 'built'), 'utf8');

  beforeAll(async () => {
    git('init', '--quiet', '--initial-branch=main');
    mkdirSync(join(origin, 'tools/run'), { recursive: true });
    for (const name of STARTERS)
      cpSync(join(WORKSPACE, 'tools/run', name), join(origin, 'tools/run', name));
    writeFileSync(
      join(origin, 'package.json'),
      JSON.stringify({ name: 'kenny', version: '0.1.0', scripts: { build: 'node build.mjs' } }),
    );
    writeFileSync(join(origin, '.gitignore'), 'apps\nnode_modules\nbuilt\n.kenny\n');
    publish(building('1'));
    git('clone', '--quiet', origin, here);
    for (const name of PROGRAMS)
      cpSync(join(WORKSPACE, name), join(here, name), { recursive: true });
    symlinkSync(join(WORKSPACE, 'node_modules'), join(here, 'node_modules'));
    writeFileSync(join(here, 'built'), '1');

    const port = await freePort();
    api = new Api(`http://127.0.0.1:${port}`, `kny_${randomBytes(24).toString('hex')}`);
    world.start({
      name: 'kenny',
      args: [join(here, 'tools/run/start-here.mjs')],
      cwd: here,
      env: {
        KENNY_PORT: String(port),
        KENNY_OPERATOR_TOKEN: api.token,
        ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      },
    });
    await eventually('kenny answers', updates, MINUTE_MS);
  }, UPDATE_MS);

  async function updates(): Promise<UpdatesView | undefined> {
    const { status, body } = await api.get<UpdatesView>(API_PATHS.serverUpdates);
    return status === 200 ? body : undefined;
  }
  const pressed = async () => (await api.post(API_PATHS.serverUpdatesInstall, {})).status;
  /** After the one before. */
  const over = (before: UpdatesView['last_update']) =>
    eventually(
      'kenny is back',
      async () => {
        const view = await updates();
        return view && view.last_update?.at !== before?.at ? view : undefined;
      },
      UPDATE_MS,
    );

  it(
    'brings the newer version, and the same data and this PC are back',
    world.telling(async () => {
      publish(building('2'));
      expect(await pressed()).toBe(202);
      const after = await over(null);
      expect([after.last_update?.trouble, after.newer, built()]).toEqual([null, null, '2']);
      await eventually('this PC is online', async () => {
        const { body } = await api.get<FleetView>(API_PATHS.fleet);
        return body.agents.length === 1 && body.counts.offline === 0 ? true : undefined;
      });
    }),
    2 * UPDATE_MS,
  );

  it(
    'that does not build leaves kenny as it is, and says why',
    world.telling(async () => {
      const { last_update } = (await updates()) ?? {};
      publish('process.exit(3);');
      expect(await pressed()).toBe(202);
      const after = await over(last_update ?? null);
      expect(after.last_update?.trouble).toContain('“npm run build” ended with code 3');
      expect([after.newer?.notes, built()]).toEqual([expect.stringContaining('1 change'), '2']);
      expect(existsSync(join(here, '.kenny', SERVER_FILES.update))).toBe(true);
    }),
    2 * UPDATE_MS,
  );

  it(
    'that does not start is put back, and says why',
    world.telling(async () => {
      const { last_update } = (await updates()) ?? {};
      publish(BREAKING);
      expect(await pressed()).toBe(202);
      const after = await over(last_update ?? null);
      expect(after.last_update?.trouble).toBe(
        'The newer kenny did not start: it ended with code 1.',
      );
      expect([after.newer?.notes, built()]).toEqual([expect.stringContaining('2 changes'), '2']);
    }),
    2 * UPDATE_MS,
  );
});
