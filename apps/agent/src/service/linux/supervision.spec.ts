import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { servicePaths, type ServicePaths } from '../service-paths.js';
import { initScript } from './init-script.js';
import { supervisorScript } from './supervisor-script.js';
import { systemdUnit } from './systemd-unit.js';

const folder = temporaryFolder();

/** A PC below a folder whose name no shell takes as one word. */
async function aPc(program: string): Promise<ServicePaths> {
  const paths = servicePaths(join(folder.path, "it's here"));
  await write(paths.program, `#!/bin/sh\n${program}\n`);
  await write(paths.supervisor, supervisorScript(paths, ['run']));
  await mkdir(dirname(paths.pidFile), { recursive: true });
  await mkdir(paths.stateFolder, { recursive: true });
  return paths;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, 0o755);
}

/** Runs the supervisor with a `sleep` that only takes notes, and that ends it after some. */
async function supervise(paths: ServicePaths, pauses: number): Promise<string[]> {
  const [tools, notes] = [join(folder.path, 'tools'), join(folder.path, 'notes')];
  await write(
    join(tools, 'sleep'),
    `#!/bin/sh\necho "$1" >>${notes}\n[ "$(wc -l <${notes})" -lt ${pauses} ] || kill -TERM $PPID\n`,
  );
  await write(join(tools, 'logger'), '#!/bin/sh\n');
  const path = `${tools}:/usr/bin:/bin`;
  const { status } = spawnSync(paths.supervisor, [], { env: { PATH: path }, timeout: 60_000 });
  expect(status).toBe(0);
  return (await readFile(notes, 'utf8')).trim().split('\n');
}

describe('the plain supervisor', () => {
  it('starts an agent that keeps failing again after 5 s, then ever more rarely', async () => {
    const paths = await aPc('exit 1');
    expect(await supervise(paths, 8)).toEqual([
      ...['5', '10', '20', '40', '80', '160', '300', '300'],
    ]);
  });

  it('gives the agent what systemd would give a service, each start another id', async () => {
    const said = join(folder.path, 'said');
    const paths = await aPc(`echo "$1 $STATE_DIRECTORY $INVOCATION_ID" >>${said}`);
    await supervise(paths, 2);
    const starts = (await readFile(said, 'utf8')).trim().split('\n');
    expect(new Set(starts).size).toBe(2);
    for (const start of starts) expect(start).toMatch(`run ${paths.stateFolder} `);
  });

  it('takes its file away when it is stopped, and one that the dead left counts for nothing', async () => {
    const paths = await aPc('exit 1');
    await writeFile(paths.pidFile, '4194303999\n');
    await supervise(paths, 1);
    await expect(readFile(paths.pidFile)).rejects.toThrow(/ENOENT/);
  });

  it('is the only one', async () => {
    const paths = await aPc('exit 1');
    // A process whose command line says that it is the supervisor of this PC.
    const other = spawnSync('/bin/sh', [
      ...['-c', 'echo $$ >"$2"; "$1"; echo "ended with $?"', 'sh', paths.supervisor, paths.pidFile],
    ]);
    expect(other.stdout.toString()).toBe('ended with 1\n');
  });
});

describe('the init script', () => {
  it('is a shell script that says how it is used, and what does not run', async () => {
    const paths = await aPc('exit 1');
    await write(paths.initScript, initScript(paths));
    expect(spawnSync(paths.initScript, []).status).toBe(2);
    const status = spawnSync(paths.initScript, ['status']);
    expect([status.status, status.stdout.toString()]).toEqual([3, 'kenny-agent does not run\n']);
    const stop = spawnSync(paths.initScript, ['stop']);
    expect([stop.status, stop.stdout.toString()]).toEqual([0, 'kenny-agent does not run\n']);
    await rm(paths.initScript);
  });
});

describe('the unit', () => {
  it('runs what was installed, keeps on trying, and leaves the umask to the system', () => {
    const unit = systemdUnit(servicePaths(), ['run', '--insecure']);
    for (const line of [
      'ExecStart=/usr/local/lib/kenny-agent/kenny-agent run --insecure',
      'StateDirectory=kenny-agent',
      'Restart=always',
      'StartLimitIntervalSec=0',
      'UMask=0022',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
  });

  it('takes nothing away that an approved command of an administrator needs', () => {
    const unit = systemdUnit(servicePaths(), ['run']);
    // Each of these broke one: sudo, set-uid files of packages, dmesg, new kernels, just-in-time code.
    const broke =
      /NoNewPrivileges|RestrictSUIDSGID|ProtectKernel|ProtectSystem|ProtectHome|MemoryDeny|PrivateTmp/;
    expect(unit).not.toMatch(broke);
  });
});

it('every script is one that a shell can read', () => {
  const paths = servicePaths();
  for (const script of [initScript(paths), supervisorScript(paths, ['run'])]) {
    execFileSync('/bin/sh', ['-n'], { input: script });
  }
});
