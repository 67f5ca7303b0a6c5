import {
  AGENT_CHILD_COMMANDS,
  AGENT_FILES,
  API_PATHS,
  fileKeyOf,
  type ApprovalAnswer,
  type ApprovalView,
} from '@kenny/contract';
import { MINUTE_MS } from '@kenny/kernel';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import {
  download,
  DOWNLOADS,
  install,
  packageIsThere,
  PARTS_CACHE,
  PROGRAM,
  PROGRAM_FOLDER,
  STATE,
  tellingOf,
  whyNoWindows,
} from './harness/windows-package.js';
import { WinePc } from './harness/wine-pc.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/**
 * A Windows PC whose agent is updated by its server: real releases, published, fetched, judged, tried
 * out and swapped under nssm, under Wine.
 */
const reason = whyNoWindows();
if (reason !== undefined) process.stdout.write(`updating on Windows was not tried: ${reason}\n`);

const MAKER = join(WORKSPACE, 'apps/product-e2e/programs/windows-releases.mjs');
/** The least that an agent takes: a new version has so long to reach its server. */
const CONFIRM_SECS = 5;

interface Made {
  readonly version: string;
  readonly program: string;
  readonly release: string;
}

type Agents = Readonly<Record<'installed' | 'good' | 'broken' | 'unreachable', Made>>;

(reason === undefined ? describe : describe.skip)('a Windows PC that is updated', () => {
  const world = aWorld();
  let installation: Installation;
  let pc: WinePc;
  let agents: Agents;

  const telling = (body: () => Promise<void>) => tellingOf(world, () => pc, body);

  beforeAll(async () => {
    const made = packageIsThere(world).then(makeAgents);
    installation = await Installation.prepare(world, 'server');
    [pc, agents] = await Promise.all([
      WinePc.start(world, 'windows'),
      made,
      installation.startServer(),
    ]);
    await installation.addAgent();
    await download(installation, pc);
    // As an administrator packages it who has a release key.
    copyFileSync(agents.installed.program, join(pc.file(DOWNLOADS), 'kenny-agent.exe'));
    const { code, out, err } = await install(pc);
    if (code !== 0) throw new Error(out + err);
  }, 15 * MINUTE_MS);

  async function makeAgents(): Promise<Agents> {
    const maker = world.start({
      name: 'releases',
      args: [MAKER, WORKSPACE, world.makeFolder('releases'), PARTS_CACHE],
      cwd: WORKSPACE,
    });
    const { code } = await maker.ended(5 * MINUTE_MS);
    if (code !== 0) throw new Error(maker.output);
    return JSON.parse(maker.stdout) as Agents;
  }

  async function publish({ release }: Made): Promise<void> {
    const { api } = installation;
    const adding = world.start({
      name: `kenny release add ${release}`,
      args: [SERVER_PROGRAM, 'release', 'add', release],
      cwd: world.folder,
      env: { KENNY_URL: api.url, KENNY_TOKEN: api.token },
    });
    const { code } = await adding.ended(2 * MINUTE_MS);
    if (code !== 0) throw new Error(adding.output);
  }

  /** Asked for and approved; what came of the call. */
  async function update({ version }: Made): Promise<ApprovalView['outcome']> {
    const { api, agentId } = installation;
    const path = API_PATHS.agentUpdate(agentId);
    const { status, body, text } = await api.post<ApprovalAnswer>(path, { version });
    expect([text, status]).toEqual([expect.anything(), 202]);
    const { id } = (await api.decide(body.approval, 'approve')).body.approval;
    return eventually(
      'the call has an end',
      async () => (await api.approval(id)).outcome ?? undefined,
      2 * MINUTE_MS,
    );
  }

  /** Online with that version, on a connection that was made after the given one. */
  const back = (version: string, since: string | null) =>
    eventually(
      `the PC is back with version ${version}`,
      async () => {
        const { online, connected_since, meta } = await installation.pc();
        return online && connected_since !== since && meta?.version === version ? true : undefined;
      },
      3 * MINUTE_MS,
    );

  const key = async (): Promise<string> => {
    const { key: found } = JSON.parse(await pc.does(PROGRAM, 'status', '--json')) as {
      key: string;
    };
    return found;
  };

  /** As it starts when somebody logs on; it holds the file of the program. */
  async function aHelperRuns(): Promise<void> {
    await pc.does(PROGRAM, AGENT_CHILD_COMMANDS.session);
    const running = () => pc.processes(`${PROGRAM} ${AGENT_CHILD_COMMANDS.session}`).length > 0;
    await eventually('a helper runs', () => (running() ? true : undefined));
  }

  /** Nothing of an update lies about, and there is one agent. */
  const isTidy = () =>
    eventually('the old program is gone', () => {
      const programs = readdirSync(pc.file(PROGRAM_FOLDER)).filter((name) => name.endsWith('.exe'));
      const running = pc.processes(PROGRAM.replace('.exe', '')).length;
      return programs.sort().join() === 'kenny-agent.exe,nssm.exe' && running > 0
        ? true
        : undefined;
    });

  it(
    'runs the new version afterwards, as the same PC, and nothing of the old one is left',
    telling(async () => {
      const [before, { connected_since: since }] = [await key(), await installation.pc()];
      await aHelperRuns();
      await publish(agents.good);
      expect(await update(agents.good)).toMatchObject({
        result: { ok: true, staged_version: agents.good.version },
      });
      await back(agents.good.version, since);
      expect(await key()).toBe(before);
      await isTidy();
      await pc.onlyProcess(`${PROGRAM} run`);
    }),
    6 * MINUTE_MS,
  );

  it(
    'does not take one that does not start on it',
    telling(async () => {
      const { connected_since: since } = await installation.pc();
      await publish(agents.broken);
      const outcome = await update(agents.broken);
      expect(outcome?.error?.code).toBe('exec_failed');
      const { online, connected_since, meta } = await installation.pc();
      expect([online, connected_since, meta?.version]).toEqual([true, since, agents.good.version]);
      await isTidy();
    }),
    6 * MINUTE_MS,
  );

  it(
    'takes the version before again when the new one does not find its server',
    telling(async () => {
      const file = join(pc.file(STATE), AGENT_FILES.config);
      const config = JSON.parse(readFileSync(file, 'utf8')) as object;
      const shorter = { [fileKeyOf('KENNY_UPDATE_CONFIRM_SECS')]: String(CONFIRM_SECS) };
      writeFileSync(file, JSON.stringify({ ...config, ...shorter }));
      const { connected_since: since } = await installation.pc();
      await publish(agents.unreachable);
      expect(await update(agents.unreachable)).toMatchObject({ result: { ok: true } });
      await back(agents.good.version, since);
      await isTidy();
      const log = join(pc.file(STATE), AGENT_FILES.logs, 'kenny-agent.log');
      await eventually('the PC says why', () =>
        readFileSync(log, 'utf8').includes(
          `${agents.unreachable.version} was rolled back: it did not reach the server within ${CONFIRM_SECS} s`,
        )
          ? true
          : undefined,
      );
    }),
    8 * MINUTE_MS,
  );
});
