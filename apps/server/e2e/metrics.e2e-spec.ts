import {
  API_PATHS,
  CATALOG,
  DOORS,
  fsList,
  shellExec,
  type ApprovalAnswer,
  type CreatedToken,
} from '@kenny/contract';
import { EventBus, type EventMap } from '../src/kernel/index.js';
import { METRICS, ServerMetrics } from '../src/metrics/index.js';
import { aTelemetry } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;

beforeAll(async () => {
  server = await AServer.start({ dataDir: newDir() });
});
afterAll(() => server.stop());

async function tokenOf(more: object): Promise<string> {
  const body = { operator: { id: 'grafana' }, name: 'grafana', scope: 'viewer', ...more };
  return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body.token;
}

async function lines(): Promise<string[]> {
  const { body } = await server.http<{ text: string }>('GET', API_PATHS.metrics);
  return body.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** The value of one series; undefined when there is none. */
async function value(series: string): Promise<number | undefined> {
  const line = (await lines()).find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('/metrics', () => {
  it('is for viewers of the whole fleet', async () => {
    const as = (token: string | null) =>
      server.http('GET', API_PATHS.metrics, undefined, token).then(({ status }) => status);
    expect(await as(null)).toBe(401);
    expect(await as(await tokenOf({}))).toBe(200);
    expect(await as(await tokenOf({ scope: 'mcp' }))).toBe(403);
    await server.enrol('limited-pc');
    expect(await as(await tokenOf({ agents: ['limited-pc'] }))).toBe(403);
  });

  it('shows nothing that is not in its list, and every kind of figure at once', async () => {
    const names = (await lines()).map((line) => /^\w+/.exec(line)?.[0] ?? '');
    const known = new Set<string>(Object.keys(METRICS));
    const bare = names.map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    expect([...new Set(bare)].filter((name) => !known.has(name))).toEqual([]);
    expect(await value('kenny_ready')).toBe(1);
    expect(await value('kenny_audit_rows_lost')).toBe(0);
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(await value('kenny_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(
      0,
    );
  });

  it('counts a PC from its handshake to its calls', async () => {
    const agent = await server.connected('metered-pc', {
      handlers: { fs_list: () => ({ entries: [] }) },
    });
    const stored = server.nextEvent('telemetry.stored');
    agent.send(aTelemetry('metered-pc').frame());
    await stored;
    await server.http('POST', API_PATHS.tool(fsList.name), {
      agent_id: 'metered-pc',
      args: { path: '/tmp' },
    });
    await server.audit('kind=call');
    expect(await value('kenny_handshakes_total{outcome="accepted"}')).toBe(1);
    expect(await value('kenny_agents_connected')).toBe(1);
    expect(await value('kenny_frames_total{type="telemetry",direction="received"}')).toBe(1);
    expect(await value('kenny_frames_total{type="request",direction="sent"}')).toBe(1);
    const calls = (await lines()).filter((line) =>
      line.startsWith('kenny_call_duration_seconds_count{tool="fs_list"'),
    );
    expect(calls).toHaveLength(1);
  });

  it('does not make a series of what somebody outside made up', async () => {
    await server.http('POST', API_PATHS.tool('made_up_tool'), { args: {} });
    await server.audit('kind=call');
    expect((await lines()).join()).not.toContain('made_up_tool');
  });

  it('counts approvals by their end, with the time that a person took', async () => {
    await server.connected('asked-pc');
    const asked = await server.http<ApprovalAnswer>('POST', API_PATHS.tool(shellExec.name), {
      agent_id: 'asked-pc',
      args: { command: 'systemctl restart cups' },
    });
    const { id, call_sha256 } = asked.body.approval;
    await server.http('POST', API_PATHS.approval(id), { decision: 'deny', call_sha256 });
    expect(await value('kenny_approvals_total{end="denied"}')).toBe(1);
    expect(await value('kenny_approval_decision_seconds_count{decision="deny"}')).toBe(1);
  });

  it('stays below 2,500 series when everything has happened', async () => {
    const bus = server.get(EventBus);
    const codes = [null, 'blocked', 'denied', 'timeout', 'internal', 'what_an_agent_says'];
    const tools = [...CATALOG.tools.map(({ name }) => name), ...['one', 'two', 'three']];
    const rows = tools.flatMap((tool) =>
      codes.flatMap((code) =>
        DOORS.map((door) => ({
          kind: 'call',
          tool,
          ok: code === null,
          code,
          door,
          duration_ms: 5,
        })),
      ),
    );
    bus.emit('audit.appended', { rows } as unknown as EventMap['audit.appended']);
    const series = await lines();
    expect(series.length).toBeGreaterThan(1_000);
    expect(series.length).toBeLessThanOrEqual(2_500);
  });

  it('is read as text that says its version', () => {
    expect(server.get(ServerMetrics).contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  });
});
