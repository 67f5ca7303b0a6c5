import { type FleetView, type InstallerIssued } from '@kenny/contract';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { eventually } from './harness/eventually.js';
import { SERVER_PROGRAM } from './harness/installation.js';
import { linuxPackageIsThere, PACKAGE_MS } from './harness/linux-package.js';
import { Pc, whyNoPc, type Said } from './harness/pc.js';
import { aWorld, freePort, WORKSPACE } from './harness/world.js';

/**
 * A person with a link at a bare Debian without systemd and without Node, and a server whose
 * certificate nobody knows. Everything is real: package, server, script, service.
 */
const reason = whyNoPc();
if (reason !== undefined) process.stdout.write(`installing on Linux was not tried: ${reason}\n`);

/** Five seconds of the supervisor, and a machine that does other work. */
const BACK_MS = 60_000;
const PROGRAM = '/usr/local/lib/kenny-agent/kenny-agent';
/** Where the group is written down, with the system's backups, and logs of its own programs. */
const OF_THE_SYSTEM = /^\/etc\/(\.pwd\.lock|group-?|gshadow-?)$|^\/var\/log\/apt\//;
const SWITCH = '/var/lib/kenny-agent-control/agent.control.json';

interface Status {
  key: string;
  running_pid: number | null;
  connected: boolean;
  remote_control: boolean;
}

(reason === undefined ? describe : describe.skip)('a Linux PC that is given a link', () => {
  const world = aWorld();
  const token = `kny_${randomBytes(24).toString('hex')}`;
  let env: Record<string, string>;
  let pc: Pc;

  beforeAll(async () => {
    await linuxPackageIsThere(world);
    env = await startServer();
    pc = await Pc.start(world, 'pc');
    await pc.does('rm -f /usr/bin/node /usr/local/bin/node');
  }, 2 * PACKAGE_MS);

  /** A server with a certificate of its own authority; the variables of its clients. */
  async function startServer(): Promise<Record<string, string>> {
    const port = await freePort();
    const url = `https://localhost:${port}`;
    const folder = world.makeFolder('server');
    const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
      keySize: 2048,
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const KENNY_TLS_CA = file('ca.pem', pem.cert);
    const server = world.start({
      name: 'server',
      args: [SERVER_PROGRAM, 'serve'],
      cwd: folder,
      env: {
        KENNY_DATA_DIR: join(folder, 'data'),
        KENNY_PORT: String(port),
        KENNY_PUBLIC_URL: url,
        KENNY_TLS_CERT: file('cert.pem', pem.cert),
        KENNY_TLS_KEY: file('key.pem', pem.private),
        KENNY_TLS_CA,
        KENNY_OPERATOR_TOKEN: token,
      },
    });
    await server.says(/listening on/, 60_000);
    return { KENNY_URL: url, KENNY_TOKEN: token, KENNY_TLS_CA };
  }

  async function kenny(...words: string[]): Promise<string> {
    const program = world.start({
      name: `kenny ${words.join(' ')}`,
      args: [SERVER_PROGRAM, ...words],
      cwd: world.folder,
      env,
    });
    const { code } = await program.ended();
    if (code !== 0) throw new Error(`it ended with ${code}`);
    return program.stdout;
  }

  async function newLink(): Promise<InstallerIssued> {
    return JSON.parse(await kenny('agent', 'installer', 'pc1', '--json')) as InstallerIssued;
  }

  async function online(): Promise<boolean> {
    const { agents } = JSON.parse(await kenny('agent', 'list', '--json')) as FleetView;
    return agents.some(({ agent_id, online: is }) => agent_id === 'pc1' && is);
  }

  /** Root needs no sudo, and a bare PC has none. */
  const install = (command: string): Promise<Said> =>
    pc.run(command.replace(/ \| sudo sh$/, ' | sh'));

  const status = async (): Promise<Status> =>
    JSON.parse(await pc.does('kenny-agent status --json')) as Status;

  it(
    'is installed by the one line that "kenny agent add" prints, without Node',
    world.telling(async () => {
      const printed = await kenny('agent', 'add', 'pc1', '--os', 'linux');
      const [, command = ''] = /^ {4}(curl .+ \| sudo sh)$/m.exec(printed) ?? [];
      const [, link = ''] = /link +(https:\S+)/.exec(printed) ?? [];
      // Previews look at links; that must not use them up.
      for (const path of ['', '', '/install.sh']) {
        expect(await pc.does(`curl -fsk '${link}${path}'`)).toContain('pc1');
      }
      const { code, text } = await install(command);
      expect([text, code]).toEqual([expect.stringMatching(/sees this PC as pc1\n$/), 0]);
      expect(text).toContain('the service runs under its own supervisor');
      expect(await online()).toBe(true);
      const over = await pc.run(`curl -sk -w '%{http_code}' '${link}'`);
      expect(over.text).toMatch(/This link does not work[^]+404$/);
      const again = await install(command);
      expect(again.text).toContain('404');
    }),
  );

  it(
    'keeps what others must not read to itself, and gives the switch to its group',
    world.telling(async () => {
      const modes = await pc.does(
        `stat -c '%a %U:%G %n' /var/lib/kenny-agent /var/lib/kenny-agent/agent.key ${SWITCH} ${PROGRAM}`,
      );
      expect(modes.trim().split('\n')).toEqual([
        '700 root:root /var/lib/kenny-agent',
        '600 root:root /var/lib/kenny-agent/agent.key',
        `664 root:kenny ${SWITCH}`,
        `755 root:root ${PROGRAM}`,
      ]);
      expect(await pc.does('grep -rl kny_ /var/lib/kenny-agent /etc /run || true')).toBe('');
    }),
  );

  it(
    'comes back when its agent is killed, and when its supervisor is',
    world.telling(async () => {
      const { running_pid: first } = await status();
      const killedAt = performance.now();
      await pc.does(`kill -9 ${first}`);
      const second = await backAfter(first);
      console.log(`killed agent is back after ${Math.round(performance.now() - killedAt)} ms`);
      await pc.does(
        `pid=$(cat /run/kenny-agent.pid); kill -9 $pid
         while kill -0 $pid 2>/dev/null; do sleep 0.1; done
         /etc/init.d/kenny-agent start`,
      );
      await backAfter(second);
      expect(await agentsRunning()).toHaveLength(1);
    }),
  );

  /** A program that an agent is about to start still has the agent's command line: not one more. */
  async function agentsRunning(): Promise<readonly string[]> {
    const processes = (await pc.does('ps -eo pid=,ppid=,args=')).split('\n');
    const agents = new Map(
      processes
        .filter((line) => line.includes(`${PROGRAM} run`))
        .map((line) => line.trim().split(/ +/))
        .map(([pid = '', parent = '', program]) => [pid, { parent, program }]),
    );
    return [...agents]
      .filter(([, { parent, program }]) => program === PROGRAM && !agents.has(parent))
      .map(([pid]) => pid);
  }

  async function backAfter(pid: number | null): Promise<number> {
    const back = eventually(
      'the agent is connected again',
      async () => {
        const now = await status();
        return now.connected && now.running_pid !== pid
          ? (now.running_pid ?? undefined)
          : undefined;
      },
      BACK_MS,
    );
    return back.catch(async (error: unknown) => {
      const log = await pc.run('tail -n 40 /var/lib/kenny-agent/logs/*; ps ax');
      throw new Error(log.text, { cause: error });
    });
  }

  it(
    'is repaired by an installation from the program itself, as the same PC',
    world.telling(async () => {
      const { key } = await status();
      await pc.does(`echo broken > /usr/local/lib/kenny-agent/kenny-agent.d`);
      await pc.does(`echo broken > /etc/init.d/kenny-agent`);
      await pc.does(`chmod 0600 ${SWITCH} && rm /usr/local/bin/kenny-agent`);
      await pc.does(`${PROGRAM} install`);
      expect(await status()).toMatchObject({ key, connected: true });
      expect(await pc.does('/etc/init.d/kenny-agent status')).toContain('runs');
      expect(await pc.does(`stat -c %a ${SWITCH}`)).toBe('664\n');
      expect(await online()).toBe(true);
    }),
  );

  it(
    'is repaired by a new link when the program itself is damaged, with a new key',
    world.telling(async () => {
      const { key } = await status();
      await pc.does(
        `cp ${PROGRAM} /tmp/half && truncate -s 1M /tmp/half && mv /tmp/half ${PROGRAM}`,
      );
      await pc.does('echo "{" > /var/lib/kenny-agent/kenny-agent.config.json');
      expect((await pc.run('kenny-agent version')).code).not.toBe(0);
      const { text, code } = await install((await newLink()).command);
      expect([text, code]).toEqual([expect.stringMatching(/sees this PC as pc1\n$/), 0]);
      const after = await status();
      expect(after).toMatchObject({ connected: true });
      expect(after.key).not.toBe(key);
    }),
  );

  it(
    'refuses an archive that is not the one of the link',
    world.telling(async () => {
      const { url } = await newLink();
      await pc.does(`curl -fsk '${url}/install.sh' > /tmp/script.sh`);
      await pc.does(
        `sed -i 's/^  \\[ "$(sum_of .*= .*/  [ "$(sum_of "$work\\/package.tar.gz")" = 0 ] ||/' /tmp/script.sh`,
      );
      const { code, text } = await pc.run('sh /tmp/script.sh');
      expect([code, text]).toEqual([1, expect.stringContaining('not the one of this link')]);
      expect(await pc.does('ls -A /usr/local/lib | grep -c kenny-install || true')).toBe('0\n');
      expect((await status()).connected).toBe(true);
    }),
  );

  it(
    'passes the judgement of systemd on the unit it would have',
    world.telling(async () => {
      const unit = join(WORKSPACE, 'dist/linux/kenny-agent.service');
      const { code, text } = await pc.run(
        `command -v systemd-analyze >/dev/null || { echo none; exit 0; }
         mkdir -p /tmp/unit && cat > /tmp/unit/kenny-agent.service <<'END'
${readFileSync(unit, 'utf8')}END
         systemd-analyze verify --man=no /tmp/unit/kenny-agent.service`,
      );
      if (text === 'none\n') console.log('the unit was not verified: no systemd-analyze here');
      expect([code, text.replace('none\n', '')]).toEqual([0, '']);
    }),
  );

  it(
    'leaves nothing but its switch when it is uninstalled, and the next one obeys that',
    world.telling(async () => {
      await pc.does('kenny-agent remote-control off');
      expect(await pc.does('kenny-agent uninstall')).toContain(`kept: the switch ${SWITCH}`);
      const left = (await pc.changed()).filter((file) => !OF_THE_SYSTEM.test(file));
      expect(left).toEqual([SWITCH]);
      expect(await pc.does('ls -d /var/lib/kenny* /usr/local/lib/kenny* 2>/dev/null || true')).toBe(
        '/var/lib/kenny-agent-control\n',
      );
      expect((await pc.run('pgrep -f "[k]enny-agent/"')).text).toBe('');
      await eventually('the server sees that it is gone', async () =>
        (await online()) ? undefined : true,
      );
      expect((await install((await newLink()).command)).code).toBe(0);
      expect((await status()).remote_control).toBe(false);
    }),
  );
});
