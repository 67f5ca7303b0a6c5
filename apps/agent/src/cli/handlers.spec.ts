import {
  AGENT_TOOL_NAMES,
  CATALOG,
  check,
  describeIssues,
  isSectionName,
  type AgentToolName,
} from '@kenny/contract/agent';
import { FakeClock } from '@kenny/testing';
import { collectSnapshot } from '../collectors/index.js';
import type { ToolFailure } from '../errors/tool-failure.js';
import { platformOf } from '../operations/index.js';
import { supportedTools, type HandlerContext, type Handlers } from '../dispatch/handler.js';
import { createHandlers } from '../handlers/index.js';

/** The real handlers on this very machine. */
function realHandlers(os: 'linux' | 'macos' | 'windows' = 'linux'): Handlers {
  return createHandlers({
    platform: platformOf(os),
    guard: { judge: () => Promise.resolve(undefined) },
    privateFiles: () => Promise.resolve([]),
    clock: new FakeClock(),
    collect: (sections, signal) =>
      collectSnapshot({ ...(sections ? { sections } : {}), signal, now: new Date() }),
    callStatus: () => Promise.resolve({ state: 'not_seen' }),
    update: { unsupported: `no service on ${os}` },
  });
}

const context: HandlerContext = { signal: new AbortController().signal, deadlineMs: 30_000 };

type Run = (args: object, context: HandlerContext) => Promise<Record<string, unknown>>;

/** Runs a tool with its defaults and holds its answer to the contract. */
async function run(tool: AgentToolName, args: object = {}): Promise<Record<string, unknown>> {
  const handler = realHandlers()[tool];
  if (typeof handler !== 'function') throw new Error(`${tool}: ${handler.unsupported}`);
  const given = { ...args };
  expect(describeIssues(check(`args:${tool}`, given))).toBe('');
  const result = await (handler as unknown as Run)(given, context);
  expect(describeIssues(check(`result:${tool}`, structuredClone(result)))).toBe('');
  return result;
}

describe('the tools of this PC', () => {
  it('fs_disk_usage shows its volumes', async () => {
    const { volumes } = await run('fs_disk_usage');
    expect(volumes).toContainEqual(expect.objectContaining({ mount: '/' }));
  });

  it('diag_processes shows who is working, and how hard', async () => {
    // By processor time: on a busy machine a moment on the wall may be no work at all.
    const work = setInterval(() => {
      const before = process.cpuUsage();
      while (process.cpuUsage(before).user < 30_000) Math.sqrt(before.user);
    }, 40);
    const { processes } = await run('diag_processes');
    clearInterval(work);
    const own = (processes as { pid: number; cpu: number; mem_bytes: number }[]).find(
      ({ pid }) => pid === process.pid,
    );
    expect(own?.cpu).toBeGreaterThan(0);
    expect(own?.mem_bytes).toBeGreaterThan(10_000_000);
  });

  it('net_config shows its interfaces', async () => {
    const { interfaces } = await run('net_config');
    expect(Array.isArray(interfaces)).toBe(true);
  });

  it('diag_autostart lists entries', async () => {
    expect(Array.isArray((await run('diag_autostart'))['entries'])).toBe(true);
  });

  it('diag_services and diag_eventlog answer, or say why they cannot', async () => {
    for (const [tool, args] of [
      ['diag_services', {}],
      ['diag_eventlog', { log: 'system' }],
    ] as const) {
      const failure = (await run(tool, args).then(
        () => undefined,
        (error: unknown) => error,
      )) as ToolFailure | undefined;
      expect([undefined, 'exec_failed']).toContain(failure?.code);
      if (failure) expect(failure.message.length).toBeGreaterThan(20);
    }
  });

  it('telemetry_collect reads the named sections only', async () => {
    const snapshot = await run('telemetry_collect', { sections: ['uptime', 'memory'] });
    expect(Object.keys(snapshot).sort()).toEqual(['memory', 'uptime']);
    expect(Object.keys(snapshot).every(isSectionName)).toBe(true);
  });

  it('remotehelp_status is honest: none of it is here', async () => {
    expect(await run('remotehelp_status')).toEqual({
      installed: false,
      version: null,
      internet_ok: false,
      interactive_session: false,
    });
  });

  it('shell_exec gives output and exit code, also of a command that a signal ended', async () => {
    expect(await run('shell_exec', { command: 'echo out; echo err >&2; exit 3' })).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exit_code: 3,
    });
    expect(await run('shell_exec', { command: 'kill -9 $$' })).toMatchObject({ exit_code: 137 });
  });

  it('shell_exec gives a command another parent than the agent', async () => {
    const { stdout } = await run('shell_exec', { command: 'echo $PPID' });
    expect(Number(stdout)).toBeGreaterThan(1);
    expect(Number(stdout)).not.toBe(process.pid);
    const killed = await run('shell_exec', { command: 'kill -9 $PPID; sleep 60' });
    expect(killed).toMatchObject({ exit_code: 137 });
    expect(await run('shell_exec', { command: 'echo on' })).toMatchObject({ stdout: 'on\n' });
  });

  it('call_status asks the journal', async () => {
    expect(await run('call_status', { id: 'x' })).toEqual({ state: 'not_seen' });
  });
});

describe('what is announced', () => {
  it('on Linux is what the catalog says is portable, but for what has its own stage', () => {
    const portable = CATALOG.tools
      .filter(({ where, os }) => where === 'agent' && os.includes('linux'))
      .map(({ name }) => name)
      .filter((name) => name !== 'agent_update');
    expect(supportedTools(realHandlers(), AGENT_TOOL_NAMES).sort()).toEqual(portable.sort());
  });

  it('on Windows is all but a shell and what has its own stage', () => {
    const known = CATALOG.tools
      .filter(({ where, os }) => where === 'agent' && os.includes('windows'))
      .map(({ name }) => name)
      .filter((name) => !/^agent_update$/.test(name));
    expect(known).not.toContain('shell_exec');
    expect(supportedTools(realHandlers('windows'), AGENT_TOOL_NAMES).sort()).toEqual(known.sort());
  });

  it.each(['linux', 'macos', 'windows'] as const)('on %s every gap has its reason', (os) => {
    for (const handler of Object.values(realHandlers(os))) {
      if (typeof handler === 'function') continue;
      expect(handler.unsupported).toContain(os);
    }
  });
});
