import {
  AGENT_FEATURES,
  API_PATHS,
  CATALOG,
  TIMES,
  type ApprovalAnswer,
  type EnrollmentIssued,
  type ErrorBody,
  type FleetView,
} from '@kenny/contract';
import { FakeClock, fixture } from '@kenny/testing';
import { ServerIdentity } from '../src/config/index.js';
import { AServer } from '../test/a-server.js';
import { SeedAgent } from '../test/seed-agent.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const PC = 'example-pc';
const EXAMPLE_ARGS: Record<string, object> = {
  powershell_exec: { script: 'Get-Process | Select -First 5' },
  fs_list: { path: 'C:\\Users' },
  fs_search: { root: 'C:\\Users', pattern: 'invoice' },
  fs_read: { path: 'C:\\Users\\anna\\notes.txt' },
  winget_install: { id: 'Mozilla.Firefox' },
  winget_uninstall: { id: 'Mozilla.Firefox' },
  diag_eventlog: { log: 'System', count: 1 },
  net_adapter_reset: { name: 'Ethernet' },
  agent_update: {
    version: '0.2.0',
    url: 'https://github.com/example/kenny/releases/download/v0.2.0/kenny-agent.exe',
    sha256: 'a'.repeat(64),
  },
};
/** Tools of the protocol for Windows: all but what came later. */
const TOOLS = CATALOG.tools.filter(
  ({ name, where, os }) =>
    where === 'agent' && os.includes('windows') && !AGENT_FEATURES.some((later) => later === name),
);
const READS = TOOLS.filter(({ effect }) => effect === 'read').map(({ name }) => name);
const CHANGES = TOOLS.filter(({ effect }) => effect === 'change').map(({ name }) => name);

let server: AServer;
let pc: SeedAgent;
let clock: FakeClock;

async function start(): Promise<void> {
  clock = new FakeClock({ now: Date.now() });
  server = await AServer.start({ dataDir: newDir(), clock });
  const added = await server.http<EnrollmentIssued>('POST', API_PATHS.agents, { agent_id: PC });
  const minimal = (tool: string) => fixture(`minimal/result_${tool}.json`);
  pc = new SeedAgent({
    url: server.url,
    agentId: PC,
    serverKey: server.get(ServerIdentity).publicKey,
    results: Object.fromEntries(
      TOOLS.map(({ name }) => [name, minimal(name) as Record<string, unknown>]),
    ),
  });
  expect(await pc.enrol(added.body.enrollment.token)).toBe(200);
}
async function stop(): Promise<void> {
  pc.close();
  await server.stop();
}

type Answer = Partial<ApprovalAnswer & ErrorBody & { result: unknown }>;
const ask = (tool: string, args: object = EXAMPLE_ARGS[tool] ?? {}) =>
  server.http<Answer>('POST', API_PATHS.tool(tool), { agent_id: PC, args });

async function inFleet() {
  const { body } = await server.http<FleetView>('GET', `${API_PATHS.fleet}?sections=all`);
  return body.agents[0];
}

describe('this server and an agent that speaks nothing but protocol 0.8', () => {
  beforeEach(start);
  afterEach(stop);

  it('lets it in, sends it the policy first and shows its telemetry, judged by the server', async () => {
    expect(await pc.connect()).toEqual({ type: 'policy', rules: [] });
    const stored = server.nextEvent('health.changed');
    pc.send({
      type: 'telemetry',
      agent_id: PC,
      collected_at: new Date(clock.now()).toISOString(),
      snapshot: {
        disk: {
          status: 'ok',
          summary: 'C: 91% full',
          volumes: [{ mount: 'C:', total_bytes: 511e9, free_bytes: 46e9, percent_used: 91 }],
        },
        defender: { status: 'crit', summary: 'off', enabled: false, realtime_protection: false },
        printers: { status: 'ok', summary: 'none' },
      },
    });
    await stored;
    const { online, sections } = (await inFleet()) ?? {};
    expect(online).toBe(true);
    const status = Object.fromEntries((sections ?? []).map((one) => [one.name, one.status]));
    expect(status).toMatchObject({ disk: 'warn', defender: 'crit' });
  });

  it('sends it the rules of the operators as the protocol has them, and no newer kind', async () => {
    await pc.connect();
    const rule = { applies_to: 'powershell', pattern: '(?i)\\bchoco\\b', reason: 'no chocolatey' };
    await server.http('POST', API_PATHS.policyRules, { ...rule, id: 'op_block_choco' });
    await server.http('POST', API_PATHS.policyRules, { ...rule, id: 'op_x', applies_to: 'posix' });
    const policy = await pc.next('policy', ({ rules }) => (rules as unknown[]).length > 0);
    expect(policy['rules']).toEqual([{ ...rule, id: 'op_block_choco' }]);
  });

  it('keeps it although it never pings: it is asked, and answers', async () => {
    await pc.connect();
    await clock.advanceAsync(TIMES.heartbeatMs + 1_000);
    await pc.next('ping');
    expect((await inFleet())?.online).toBe(true);
  });
});

describe('a tool of protocol 0.8', () => {
  beforeAll(async () => {
    await start();
    await pc.connect();
  });
  afterAll(stop);

  it.each(READS)('%s: takes the least that the protocol promises as an answer', async (tool) => {
    const { status, body } = await ask(tool);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.result).toEqual(fixture(`minimal/result_${tool}.json`));
  });

  it.each(CHANGES)('%s: runs once a person has approved it', async (tool) => {
    const before = pc.frames.length;
    const { status, body } = await ask(tool);
    expect(status).toBe(202);
    const { id = '', call_sha256 } = body.approval ?? {};
    expect(pc.frames.slice(before).map(({ type }) => type)).not.toContain('request');
    const decision = { decision: 'approve', call_sha256 };
    const done = await server.http<Answer>('POST', `${API_PATHS.approval(id)}?wait=10`, decision);
    expect(done.body.approval).toMatchObject({
      state: 'done',
      outcome: { result: fixture(`minimal/result_${tool}.json`) },
    });
  });
});
