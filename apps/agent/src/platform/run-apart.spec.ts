import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { serviceGroup } from './run-group.js';
import { runProgram, type ProgramRequest } from './run-program.js';

const sh = (command: string, rest: Partial<ProgramRequest> = {}) =>
  runProgram({
    ...{ file: '/bin/sh', args: ['-c', command], timeoutMs: 20_000 },
    ...{ apart: { service: undefined }, ...rest },
  });

async function alive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ') Z');
  return !/\) [ZX]/.test(stat);
}

const isPosix = process.platform !== 'win32';
(isPosix ? describe : describe.skip)('a run that is kept apart', () => {
  it('gives output, error output and exit code as any other', async () => {
    expect(await sh('cat; echo out; echo err >&2; exit 3', { stdin: 'in\n' })).toMatchObject({
      ...{ stdout: 'in\nout\n', stderr: 'err\n', exit_code: 3, signal: null },
    });
    expect(await sh('kill -9 $$')).toMatchObject({ exit_code: 137, stderr: '' });
  });

  it('keeps every word of its arguments', async () => {
    const args = ['-c', 'printf "%s|" "$@"', 'x', "a 'b'", '$(id)', '', '; ls'];
    expect(
      (await runProgram({ file: '/bin/sh', args, timeoutMs: 9000, apart: { service: undefined } }))
        .stdout,
    ).toBe("a 'b'|$(id)||; ls|");
  });

  it('has not us as its parent', async () => {
    const { stdout } = await sh('echo $PPID');
    expect(Number(stdout)).toBeGreaterThan(1);
    expect(Number(stdout)).not.toBe(process.pid);
    expect(
      (await runProgram({ file: '/bin/sh', args: ['-c', 'echo $PPID'], timeoutMs: 9000 })).stdout,
    ).toBe(`${process.pid}\n`);
  });

  it('that kills its parent ends itself, and nobody else', async () => {
    const { stdout, signal } = await sh('echo $$; kill -9 $PPID; sleep 300');
    expect(signal).toBe('SIGKILL');
    expect(await alive(Number(stdout))).toBe(false);
    expect((await sh('echo still here')).stdout).toBe('still here\n');
  });

  it('that stops its parent is ended at its deadline, and nobody else waits', async () => {
    const stopped = sh('kill -STOP $PPID; echo $$', { timeoutMs: 400 });
    expect((await sh('echo meanwhile')).stdout).toBe('meanwhile\n');
    expect(await stopped).toMatchObject({ timed_out: true, exit_code: null });
  });
});

describe('the control group of the service', () => {
  const folder = temporaryFolder();

  /** The two places where version 2 stands, and the service's group in one of them. */
  function shownAt(place: string, text: string): [file: string, roots: string[]] {
    const file = join(folder.path, 'cgroup');
    const roots = [join(folder.path, 'groups'), join(folder.path, 'groups', 'unified')];
    const group = join(folder.path, place, 'system.slice', 'kenny-agent.service');
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, 'cgroup.procs'), '');
    writeFileSync(file, text);
    return [file, roots];
  }
  const OWN = '0::/system.slice/kenny-agent.service\n';

  it.each(['groups', 'groups/unified'])('is found where version 2 stands: %s', async (place) => {
    expect(await serviceGroup(...shownAt(place, `9:name=systemd:/\n${OWN}`))).toBe(
      join(folder.path, place, 'system.slice', 'kenny-agent.service'),
    );
  });

  it.each([
    '0::/user.slice/user-0.slice/session-1.scope\n',
    '9:name=systemd:/system.slice/kenny-agent.service\n0::/\n',
    '',
  ])('is none for an agent that is no service: %j', async (text) => {
    expect(await serviceGroup(...shownAt('groups', text))).toBeUndefined();
  });

  it('is none where only version 1 is', async () => {
    expect(await serviceGroup(...shownAt('elsewhere', OWN))).toBeUndefined();
  });
});

/** A tree of control groups that we may write to: the system's, or one that root mounts here. */
function controlGroups(): string | undefined {
  const writable = (folder: string) => {
    try {
      mkdirSync(join(folder, 'kenny-probe'));
      const kills = existsSync(join(folder, 'kenny-probe', 'cgroup.kill'));
      rmdirSync(join(folder, 'kenny-probe'));
      return kills;
    } catch {
      return false;
    }
  };
  const system = '/sys/fs/cgroup';
  if (existsSync(join(system, 'cgroup.procs')) && writable(system)) return system;
  if (process.getuid?.() !== 0) return undefined;
  const own = mkdtempSync(join(tmpdir(), 'kenny-groups-'));
  mounted.push(own);
  const { status } = spawnSync('mount', ['-t', 'cgroup2', 'none', own]);
  return status === 0 && writable(own) ? own : undefined;
}

const mounted: string[] = [];
const groups = process.platform === 'linux' ? controlGroups() : undefined;
afterAll(() => {
  for (const folder of mounted) {
    spawnSync('umount', [folder]);
    rmdirSync(folder);
  }
});
if (groups === undefined)
  process.stdout.write('runs in control groups were not tried: none may be written to here\n');

(groups === undefined ? describe.skip : describe)('a run in a control group of its own', () => {
  let service: string;
  beforeEach(() => {
    service = join(groups ?? '', `kenny-test-${process.pid}.service`);
    mkdirSync(service);
  });
  afterEach(() => rmdirSync(service));
  const runs = () => readdirSync(service).filter((name) => name.startsWith('run-'));

  it('is ended as a whole at its deadline, also what left its session and its environment', async () => {
    const { stdout, timed_out } = await sh('env -i setsid sleep 300 & echo $!; sleep 300', {
      ...{ apart: { service }, timeoutMs: 700 },
    });
    expect(timed_out).toBe(true);
    expect(await alive(Number(stdout))).toBe(false);
    expect(runs()).toEqual([]);
  });

  it('is ended as a whole when it is cancelled', async () => {
    const cancel = new AbortController();
    const outputs: string[] = [];
    const run = sh('env -i setsid sleep 300 & echo $!; sleep 300', {
      apart: { service },
      signal: cancel.signal,
      onStdout: (chunk) => {
        outputs.push(chunk.toString());
        cancel.abort();
      },
    });
    expect((await run).aborted).toBe(true);
    expect(await alive(Number(outputs.join('')))).toBe(false);
  });

  it('leaves its group behind only while something runs in it', async () => {
    await sh('true', { apart: { service } });
    expect(runs()).toEqual([]);
    const { stdout } = await sh('setsid sleep 300 >/dev/null 2>&1 & echo $!', {
      apart: { service },
    });
    const [left] = runs();
    expect(await readFile(join(service, left ?? '', 'cgroup.procs'), 'utf8')).toContain(
      stdout.trim(),
    );
    writeFileSync(join(service, left ?? '', 'cgroup.kill'), '1');
    while (runs().length > 0) await sh('true', { apart: { service } });
  });
});
