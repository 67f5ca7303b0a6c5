import { AGENT_FILES, API_PATHS, type SnapshotView } from '@kenny/contract';
import { MINUTE_MS } from '@kenny/kernel';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import {
  download,
  DOWNLOADS,
  install,
  makePackage,
  packageIsThere,
  PROGRAM,
  STATE,
  tellingOf,
  whyNoWindows,
} from './harness/windows-package.js';
import { WinePc } from './harness/wine-pc.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/**
 * A person with a link at a Windows PC. Everything is real but Windows: server, link, archive,
 * `install.cmd`, nssm, and the agent as the executable that is shipped, under Wine.
 */
const reason = whyNoWindows();
if (reason !== undefined) process.stdout.write(`installing on Windows was not tried: ${reason}\n`);

/** Five seconds of nssm, and a machine that does other work. */
const BACK_MS = 2 * MINUTE_MS;
const SWITCH = 'C:\\ProgramData\\kenny-control\\agent.control.json';
const FOR_OTHERS = 0o007;
const KEY = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\kenny-agent';

interface Status {
  key: string;
  running_pid: number | null;
  connected: boolean;
  connection: { connected: boolean; last_end?: string } | null;
}

(reason === undefined ? describe : describe.skip)('a Windows PC that is given a link', () => {
  const world = aWorld();
  let installation: Installation;
  let pc: WinePc;
  let filesBefore: ReadonlySet<string>;

  beforeAll(async () => {
    [pc] = await Promise.all([WinePc.start(world, 'windows'), packageIsThere(world)]);
    filesBefore = new Set(pc.files());
    installation = await Installation.prepare(world, 'server');
    await installation.startServer();
    await installation.addAgent();
  }, 15 * MINUTE_MS);

  const telling = (body: () => Promise<void>) => tellingOf(world, () => pc, body);

  const ask = async (tool: string, args: Record<string, unknown> = {}) => {
    const { body, text } = await installation.api.tool(tool, installation.agentId, args);
    return { ...body, text };
  };

  const status = async (): Promise<Status> =>
    JSON.parse(await pc.does(PROGRAM, 'status', '--json')) as Status;

  async function connectedSince(): Promise<string | null> {
    return (await installation.pc()).connected_since;
  }

  /** Online on a connection that was made after the given one. */
  const back = (since: string | null) =>
    eventually(
      'the PC is back',
      async () => {
        const now = await installation.pc();
        return now.online && now.connected_since !== since ? true : undefined;
      },
      BACK_MS,
    );

  /** Only after five seconds nssm calls a service running; told to stop before, it may not obey. */
  const runs = () =>
    eventually('Windows says that it runs', async () =>
      (await pc.does('sc', 'query', 'kenny-agent')).includes('RUNNING') ? true : undefined,
    );

  const gone = () =>
    eventually('the server sees that it is gone', async () =>
      (await installation.pc()).online ? undefined : true,
    );

  it(
    'is handed the same bytes whenever they are made',
    telling(async () => {
      const again = join(world.makeFolder('again'), 'windows');
      await makePackage(world, again);
      const sums = (folder: string) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
      expect(sums(again)).toBe(sums(join(WORKSPACE, 'dist/windows')));
      const { status: code, stderr } = spawnSync(
        'sha256sum',
        ['--check', '--quiet', 'SHA256SUMS'],
        {
          cwd: again,
          encoding: 'utf8',
        },
      );
      expect([stderr, code]).toEqual(['', 0]);
    }),
    5 * MINUTE_MS,
  );

  it(
    'is installed by install.cmd from the archive of the link, and its server sees it',
    telling(async () => {
      await download(installation, pc);
      const { code, out, err } = await install(pc);
      expect([err, code]).toEqual([expect.not.stringContaining('kenny-agent:'), 0]);
      expect(out).toContain(`sees this PC as ${installation.agentId}`);
      expect(out.trimEnd()).toMatch(/kenny is running$/);
      const { online, meta } = await installation.pc();
      expect(online).toBe(true);
      expect(meta).toMatchObject({ os: 'windows', service: true, remote_control: true });
    }),
    5 * MINUTE_MS,
  );

  it(
    'runs it as a service with a quoted path, absolute folders and no secret left behind',
    telling(async () => {
      const values = await pc.does('reg', 'query', KEY, '/s');
      for (const line of [
        /ImagePath +REG_EXPAND_SZ +"C:\\Program Files\\kenny\\nssm\.exe"/,
        /Start +REG_DWORD +0x2\b/,
        /Application +REG_EXPAND_SZ +C:\\Program Files\\kenny\\kenny-agent\.exe/,
        /AppEnvironmentExtra +REG_MULTI_SZ +STATE_DIRECTORY=C:\\ProgramData\\kenny\\0/,
        /AppRestartDelay +REG_DWORD +0x1388\b/,
        /AppRotateBytes +REG_DWORD +0x100000\b/,
      ]) {
        expect(values).toMatch(line);
      }
      await runs();
      const config = readFileSync(join(pc.file(STATE), 'kenny-agent.config.json'), 'utf8');
      expect(config).not.toContain('kny_');
    }),
    3 * MINUTE_MS,
  );

  it(
    'lets nobody but its administrators read its state',
    telling(async () => {
      // Wine keeps an access list as a mode, and hands none down to a file that is made later.
      const modes = ['', AGENT_FILES.key, AGENT_FILES.enrolment, AGENT_FILES.logs].map((name) => [
        name,
        statSync(join(pc.file(STATE), name)).mode & FOR_OTHERS,
      ]);
      expect(modes).toEqual(modes.map(([name]) => [name, 0]));
    }),
  );

  it(
    'sends what it can read of itself',
    telling(async () => {
      const path = API_PATHS.agentSnapshot(installation.agentId);
      const snapshot = await eventually('a snapshot arrives', async () => {
        const { body } = await installation.api.get<SnapshotView>(path);
        return body.collected_at === null ? undefined : body.snapshot;
      });
      for (const name of ['disk', 'memory', 'uptime', 'processes', 'services', 'load']) {
        expect([name, snapshot[name]]).toEqual([name, expect.any(Object)]);
        expect([name, snapshot[name]]).not.toEqual([
          name,
          expect.objectContaining({ readable: false }),
        ]);
      }
    }),
    3 * MINUTE_MS,
  );

  it(
    'answers reads, and refuses by itself what nobody may have',
    telling(async () => {
      const list = await ask('fs_list', { path: 'C:\\Program Files\\kenny' });
      const names = (list.result['entries'] as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['kenny-agent.exe', 'nssm.exe', 'koffi.node']));
      const read = await ask('fs_read', { path: 'C:\\windows\\win.ini' });
      expect(read.result['content']).toContain('[mail]');
      const key = await ask('fs_read', { path: `${STATE}\\agent.key` });
      expect(key.error.code).toBe('blocked');
      const processes = await ask('diag_processes');
      expect(processes.text).toContain('kenny-agent.exe');
      const services = await ask('diag_services', { filter: 'kenny' });
      expect(services.text).toContain('kenny-agent');
      expect((await ask('net_config')).result).toHaveProperty('interfaces');
    }),
    4 * MINUTE_MS,
  );

  it(
    'obeys the switch of the person at it, and not its server',
    telling(async () => {
      const switched = (on: boolean) =>
        eventually(`the server knows that the switch is ${on ? 'on' : 'off'}`, async () =>
          (await installation.pc()).meta?.remote_control === on ? true : undefined,
        );
      expect(await pc.does(PROGRAM, 'remote-control', 'off')).toContain('switched off');
      await switched(false);
      await eventually('it is back with its switch off', async () =>
        (await installation.pc()).online ? true : undefined,
      );
      const { api, agentId } = installation;
      const asked = await api.ask('net_dns_flush', agentId, {});
      const { approval } = (await api.decide(asked, 'approve', 30)).body;
      expect(approval.outcome?.error?.code).toBe('disabled');
      expect(await pc.does(PROGRAM, 'remote-control', 'on')).toContain('remote control is on');
      await switched(true);
    }),
    4 * MINUTE_MS,
  );

  it(
    'comes back when its agent is killed',
    telling(async () => {
      const since = await connectedSince();
      process.kill(await pc.onlyProcess(`${PROGRAM} run`), 'SIGKILL');
      await back(since);
      await pc.onlyProcess(`${PROGRAM} run`);
    }),
    4 * MINUTE_MS,
  );

  it(
    'comes back when it is started anew',
    telling(async () => {
      const since = await connectedSince();
      await pc.reboot();
      await back(since);
    }),
    6 * MINUTE_MS,
  );

  it(
    'is repaired by the same archive, as the same PC',
    telling(async () => {
      const { key } = await status();
      const since = await connectedSince();
      await pc.does('reg', 'add', KEY, '/v', 'ImagePath', '/t', 'REG_SZ', '/d', 'broken', '/f');
      const { code, out } = await install(pc);
      expect([out, code]).toEqual([expect.stringMatching(/kenny is running\s*$/), 0]);
      await back(since);
      expect(await status()).toMatchObject({ key, connected: true });
      expect(await pc.does('reg', 'query', KEY, '/v', 'ImagePath')).toContain('nssm.exe"');
    }),
    5 * MINUTE_MS,
  );

  it(
    'says goodbye when its service is stopped',
    telling(async () => {
      await runs();
      await pc.does('net', 'stop', 'kenny-agent');
      await gone();
      const log = pc.file(`${STATE}\\logs\\kenny-agent.log`);
      await eventually('its last words are written', () =>
        readFileSync(log, 'utf8').trimEnd().split('\n').at(-1)?.includes('kenny agent stops')
          ? true
          : undefined,
      );
      // Nobody but itself could have written that: it closed its connection. Its last words come first.
      await eventually('it has ended, and said that it closed its connection', async () => {
        const { running_pid, connection } = await status();
        return running_pid === null && connection?.connected === false ? true : undefined;
      });
    }),
    3 * MINUTE_MS,
  );

  it(
    'keeps nothing but its switch when it is uninstalled',
    telling(async () => {
      await pc.does(PROGRAM, 'remote-control', 'off');
      const uninstaller = 'C:\\Program Files\\kenny\\uninstall.cmd';
      expect(await pc.does('cmd', '/c', uninstaller, '/quiet')).toContain('kenny is removed');
      await eventually('its folder is gone', () =>
        existsSync(pc.file('C:\\Program Files\\kenny')) ? undefined : true,
      );
      expect(readFileSync(pc.file(SWITCH), 'utf8')).toContain('false');
      expect(pc.processes('C:\\Program Files\\kenny')).toEqual([]);
      const left = pc.files().filter((path) => !filesBefore.has(path));
      expect(left.filter((path) => !path.startsWith(DOWNLOADS))).toEqual([SWITCH]);
      await pc.off();
      expect(pc.registry().filter((line) => /kenny/i.test(line))).toEqual([]);
    }),
    4 * MINUTE_MS,
  );
});
