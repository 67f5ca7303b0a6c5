import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgentctl } from '@kenny/testing';
import { childProgram, startChild } from '../../../test/child-program.js';
import { describeWith } from '../../../test/programs-here.js';
import { agentctlOf, RuntimeWorld, SAY, type Told } from '../../../test/runtime-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const newDir = tempDirs();
/** In two parts: the agent that looks for it must not find its own words. */
const SECRET = [`kny_${randomUUID()}`, randomUUID()] as const;
const WHOLE = SECRET.join('');

describeWith(['bwrap', 'jq'], 'a hostile agent in the sandbox', () => {
  let agentctl: string;
  let world: RuntimeWorld;
  let dataDir: string;

  beforeAll(async () => {
    agentctl = await buildAgentctl(newDir());
    process.env['KENNY_OPERATOR_TOKEN'] = WHOLE;
  }, 60_000);
  afterAll(() => delete process.env['KENNY_OPERATOR_TOKEN']);
  beforeEach(async () => {
    dataDir = join(newDir(), 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'server.key'), WHOLE, { mode: 0o600 });
    world = new RuntimeWorld(dataDir, { agentctl });
  });
  afterEach(() => world.stop());

  /** Runs it, and stays until it is told to end. */
  const agent = (script: string, more = {}): Promise<Told> =>
    world.script(`${SAY}${script}\nread -r _`, more);
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

  it('finds no secret of the server in any file, environment or command line', async () => {
    const told = await agent(`
      secret="${SECRET[0]}""${SECRET[1]}"
      places=$(find / -maxdepth 1 -mindepth 1 ! -type l ! -name usr ! -name proc)
      say "$(grep -rlsF -f <(printf %s "$secret") $places /proc/[0-9]*/environ /proc/[0-9]*/cmdline)"`);
    expect(await told.said()).toBe('');
  });

  it('sees a machine of its own: no folder of kenny, no process of others', async () => {
    const told = await agent(`
      say "$(ls /)"
      say "$(cat /proc/[0-9]*/comm | sort -u)"
      say "$(ls -A ${dataDir} ${process.cwd()} /root /run/* 2>&1 >/dev/null | wc -l)"`);
    const root = lines(await told.said());
    const known = ['bin', 'dev', 'etc', 'home', 'lib', 'lib32', 'lib64', 'libx32', 'nix', 'proc'];
    expect(
      root.filter((name) => ![...known, 'sbin', 'tmp', 'usr', 'var', 'workspace'].includes(name)),
    ).toEqual([]);
    const processes = lines(await told.said());
    expect(processes.filter((name) => !['bash', 'bwrap', 'cat', 'sort'].includes(name))).toEqual(
      [],
    );
    expect(Number(await told.said())).toBe(4);
  });

  it('gives way to the server when both want the processor', async () => {
    const told = await agent('say "$(nice)"');
    expect(Number(await told.said())).toBeGreaterThanOrEqual(getPriority() + 10);
  });

  it('has the environment of its type and its run, and nothing else', async () => {
    const script = `${SAY}say "$(tr '\\0' '\\n' < /proc/$$/environ | sort)"; read -r _`;
    writeFileSync(join(dataDir, 'key.txt'), 'from a file\n');
    const told = await world.start(
      world.aType({
        command: ['/bin/bash', '-c', script],
        env: { PLAIN: 'a text', KEY: { file: 'key.txt' } },
      }),
      { env: { TASK_DESCRIPTION: 'Look at it' } },
    );
    expect(lines(await told.said())).toEqual([
      'HOME=/home/agent',
      `KANDEV_INSTANCE_ID=${told.run.run_id}`,
      `KANDEV_TASK_ID=${told.run.task_id}`,
      'KEY=from a file',
      'LANG=C.UTF-8',
      expect.stringMatching(/^PATH=/) as string,
      'PLAIN=a text',
      'PWD=/workspace',
      'TASK_DESCRIPTION=Look at it',
    ]);
  });

  it('writes into its workspace, its home and its own /tmp, and nowhere else', async () => {
    const told = await agent(`
      for place in / /usr /usr/bin /etc /var /dev /proc/1 /home /workspace /home/agent /tmp; do
        (echo x > $place/kenny-was-here) 2>/dev/null && written="$written $place"
      done
      say "$written"`);
    expect(await told.said()).toBe(' /workspace /home/agent /tmp');
    expect(existsSync(join(told.agent.workspace.host, 'kenny-was-here'))).toBe(true);
    expect(existsSync(join(dataDir, 'agent-homes/test-agent/kenny-was-here'))).toBe(true);
    expect(existsSync(join(tmpdir(), 'kenny-was-here'))).toBe(false);
  });

  it('has no rights that would open more: no capability, no namespace, no device', async () => {
    const told = await agent(`
      say "$(grep -E '^(CapEff|CapPrm|CapAmb|NoNewPrivs)' /proc/self/status | tr -s '\\t' ' ')"
      unshare --user --map-root-user true 2>/dev/null && say escaped || say confined
      say "$(mount -t tmpfs none /tmp 2>&1 >/dev/null | wc -l)"
      say "$(ls /dev | tr '\\n' ' ')"`);
    expect(lines(await told.said())).toEqual([
      'CapPrm: 0000000000000000',
      'CapEff: 0000000000000000',
      'CapAmb: 0000000000000000',
      'NoNewPrivs: 1',
    ]);
    expect(await told.said()).toBe('confined');
    expect(Number(await told.said())).toBeGreaterThan(0);
    const devices = (await told.said()).trim().split(' ');
    const plain = [
      'console',
      'core',
      'fd',
      'full',
      'null',
      'ptmx',
      'pts',
      'random',
      'shm',
      'stderr',
    ];
    expect(
      devices.filter(
        (name) => ![...plain, 'stdin', 'stdout', 'tty', 'urandom', 'zero'].includes(name),
      ),
    ).toEqual([]);
  });

  it('signals nobody but its own', async () => {
    const bystander = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] });
    const told = await agent(`
      for pid in ${process.pid} ${bystander.pid}; do kill -9 $pid 2>/dev/null && say "killed $pid"; done
      kill -9 -1 2>/dev/null
      say done`);
    expect(await told.said()).toBe('done');
    bystander.stdin.write('alive');
    const [answer] = (await once(bystander.stdout, 'data')) as [Buffer];
    expect(answer.toString()).toBe('alive');
    bystander.stdin.end();
    await once(bystander, 'close');
  });

  it('sees nothing of another task, of its own type either', async () => {
    const first = await agent('echo "$0" > /workspace/mine; echo x > /tmp/mine; say ready');
    await first.said();
    const second = await agent('say "$(ls -A /workspace /tmp)"');
    expect(lines(await second.said())).toEqual(['/tmp:', '/workspace:']);
  });

  it('does not get more memory than its type has, and takes nobody with it', async () => {
    const other = await agent('while read -r _; do say "still here"; done');
    const told = await agent(
      '(head -c 600M /dev/zero | tail > /dev/null) 2>/dev/null; say "$?"; read -r _',
      { memory_mb: 128 },
    ).catch((error: unknown) => error);
    if (!(told instanceof Error)) {
      const ended = await (told as Told).said().catch(() => 'killed');
      expect(ended).not.toBe('0');
    }
    await other.tell({ jsonrpc: '2.0', method: 'x' });
    expect(await other.said()).toBe('still here');
  });

  describe('ends', () => {
    const DEAF = `
      trap '' TERM INT HUP PIPE
      setsid bash -c "trap '' TERM HUP; exec 9> /workspace/line; sleep 1000" &
      exec 9> /workspace/line
      say ready
      while :; do sleep 1000; done`;

    /** Settles when no process of the agent is left: each of them holds the pipe. */
    async function deafAgent(): Promise<{ told: Told; gone: Promise<unknown> }> {
      const task_id = randomUUID();
      const folder = join(dataDir, 'tasks', task_id, 'workspace');
      mkdirSync(folder, { recursive: true });
      execFileSync('mkfifo', [join(folder, 'line')]);
      const pipe = createReadStream(join(folder, 'line'));
      const type = world.aType({ command: ['/bin/bash', '-c', SAY + DEAF] });
      const told = await world.start(type, { task_id });
      const gone = once(pipe, 'close');
      pipe.resume();
      expect(await told.said()).toBe('ready');
      return { told, gone };
    }

    it('with its agentctl, killed as hard as can be', async () => {
      const { told, gone } = await deafAgent();
      process.kill(agentctlOf(told), 'SIGKILL');
      await gone;
      expect(await told.agent.ended).toMatchObject({ exit_code: null });
    });

    it('with the leftovers of a run, found by the mark that they carry', async () => {
      const { told, gone } = await deafAgent();
      const other = await agent('while read -r _; do say "still here"; done');
      expect(await world.runtimes.killLeftovers([told.agent.marker])).toBeGreaterThan(0);
      await gone;
      await other.tell({ jsonrpc: '2.0', method: 'x' });
      expect(await other.said()).toBe('still here');
      expect(await world.runtimes.killLeftovers([told.agent.marker, 'process:1:x', ''])).toBe(0);
    });

    it('by force, and tells how', async () => {
      const { told, gone } = await deafAgent();
      await told.agent.stop(true);
      await gone;
      expect((await told.agent.ended).words).toContain('SIGTERM');
    }, 30_000);

    it('with the server that launched it, killed as hard as can be', async () => {
      const program = await childProgram('launch-agent.ts');
      const folder = join(newDir(), 'data');
      const child = startChild(program.file, [folder, agentctl, SAY + DEAF]);
      const line = join(folder, 'line');
      await child.line((text) => text === 'prepared');
      const pipe = createReadStream(line);
      const gone = once(pipe, 'close');
      pipe.resume();
      const marker = (await child.line((text) => text.startsWith('ready '))).slice(6);
      await child.killHard();
      await gone;
      // As a server does at its next start: its control groups are there still.
      await new RuntimeWorld(folder, { agentctl }).runtimes.killLeftovers([marker]);
      program.remove();
    }, 60_000);
  });

  it('starts the bridge to its tools as it is told to, and hears when it cannot reach them', async () => {
    const told = await agent(`
      read -r line
      export AGENTCTL_MCP_URL=http://127.0.0.1:9/mcp AGENTCTL_MCP_TOKEN=none
      ask='{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
      say "$( (echo "$ask"; sleep 2) | node "$(echo "$line" | jq -r .params.bridge)")"`);
    const params = { bridge: told.agent.mcp_bridge };
    await told.tell({ jsonrpc: '2.0', method: 'look', params });
    expect(JSON.parse(await told.said())).toMatchObject({
      ...{ jsonrpc: '2.0', id: 1, error: { code: -32603 } },
    });
  });

  it('leaves no command line or environment of agentctl that would tell a secret', async () => {
    const told = await agent('say ready', { env: { KEY: WHOLE } });
    await told.said();
    const pid = agentctlOf(told);
    for (const file of ['environ', 'cmdline']) {
      const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
      expect(text).not.toContain(WHOLE);
      expect(text).not.toContain(told.agent.token);
    }
  });
});
