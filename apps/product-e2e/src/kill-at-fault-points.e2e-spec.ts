import type { ApprovalState } from '@kenny/contract';
import { FAULT_POINTS, type FaultPoint } from '@kenny/kernel';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { ChangeCall, verifyAudit, type CallEnd } from './harness/change-call.js';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/**
 * Design, "nothing that was accepted is lost": a change call is walked through step by step, and at
 * every step the server or the agent ends by `kill -9`. The same two folders live through all of it.
 */
const world = aWorld();
const lines = world.makeFolder('lines');
const seen: { point: string; states: string; runs: number }[] = [];
let installation: Installation;

beforeAll(
  world.telling(async () => {
    installation = await Installation.up(world, 'killed');
  }),
  120_000,
);

afterAll(() => {
  const table = seen.map(({ point, states, runs }) => `${point.padEnd(34)} ${runs}  ${states}`);
  process.stdout.write(`\nkilled at                     runs  states seen\n${table.join('\n')}\n`);
});

interface Expected {
  /** Every state it may end in, with how often the command ran then. */
  readonly ends: Partial<Record<ApprovalState, number>>;
  /** Part of what the outcome says. */
  readonly says?: string;
}

/** What must be true afterwards, whichever step it was. */
async function check(call: ChangeCall, point: string, { ends, says }: Expected): Promise<CallEnd> {
  const end = await call.settled();
  seen.push({ point, states: call.states.join(' → '), runs: end.runs });
  const { state, outcome } = end.approval;
  expect({ state, runs: end.runs }).toEqual({ state, runs: ends[state] });
  if (says) expect(outcome?.error?.message).toContain(says);
  expect(await call.approveAgain()).toBe('already_decided');
  const rows = await call.rows();
  expect(rows.at(-1)).toBe('decision request');
  expect(rows).toContain('decision approve');
  expect(await verifyAudit(installation)).toMatchObject({ ok: true, findings: [] });
  expect(call.runs).toBe(end.runs);
  return end;
}

async function restartServer(): Promise<void> {
  const { server } = installation;
  expect(await server?.ended()).toEqual({ code: null, signal: 'SIGKILL' });
  await installation.startServer();
}

async function restartAgent(): Promise<void> {
  const { agent } = installation;
  expect(await agent?.ended()).toEqual({ code: null, signal: 'SIGKILL' });
  installation.startAgent();
}

/** Asks, approves, and lets the armed process die. */
async function runInto(point: FaultPoint, agent?: 'fresh'): Promise<ChangeCall> {
  await installation.recover(agent);
  const call = new ChangeCall(installation, point, lines);
  await call.ask();
  expect(call.approval.state).toBe('pending');
  installation.arm(point);
  await call.approve();
  return call;
}

describe('the server ends by kill -9', () => {
  it(
    'with a pending approval: it is still there and can be decided',
    world.telling(async () => {
      const point = 'server.pending_committed';
      await installation.recover();
      const call = new ChangeCall(installation, point, lines);
      installation.arm(point);
      await expect(call.ask()).rejects.toThrow('fetch failed');
      await restartServer();
      await call.find();
      expect(call.approval.state).toBe('pending');
      await installation.online();
      await call.approve();
      await check(call, point, { ends: { done: 1 } });
    }),
    120_000,
  );

  const expectations: [FaultPoint, Expected][] = [
    ['server.approved_committed', { ends: { lapsed: 0 }, says: 'nothing ran' }],
    ['server.sent_committed', { ends: { not_run: 0 }, says: 'never reached the PC' }],
    // Whether the frame left the process before it died is up to the kernel; both ends are true.
    ['server.request_written', { ends: { done: 1, not_run: 0 } }],
    ['server.response_received', { ends: { done: 1 } }],
    ['server.outcome_committed', { ends: { done: 1 } }],
  ];
  it.each(expectations)(
    'at %s',
    world.telling(async (point, expected) => {
      const call = await runInto(point, 'fresh');
      await restartServer();
      expect(['approved', 'sent']).not.toContain((await call.look()).state);
      await check(call, point, expected);
    }),
    120_000,
  );
});

describe('the agent ends by kill -9', () => {
  const interrupted: Expected = { ends: { unknown: 0 }, says: 'interrupted' };
  const expectations: [FaultPoint, Expected][] = [
    ['agent.request_received', { ends: { not_run: 0 }, says: 'never reached the PC' }],
    ['agent.journal_started', interrupted],
    ['agent.before_handler', interrupted],
    ['agent.after_handler', { ends: { unknown: 1 }, says: 'interrupted' }],
    ['agent.journal_finished', { ends: { done: 1 } }],
    ['agent.before_send', { ends: { done: 1 } }],
    ['agent.after_send', { ends: { done: 1 } }],
  ];
  it.each(expectations)(
    'at %s',
    world.telling(async (point, expected) => {
      const call = await runInto(point);
      await restartAgent();
      await installation.online();
      await check(call, point, expected);
    }),
    120_000,
  );

  it(
    'while the command runs: it is not run again, and nobody is told that it was done',
    world.telling(async () => {
      const fifo = join(lines, 'go-on');
      execFileSync('mkfifo', [fifo]);
      // Lets the orphaned shell end, if it is still there to read.
      world.onClose(() => closeSync(openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK)));
      await installation.recover();
      const call = new ChangeCall(installation, 'in-the-handler', lines, `; read go < ${fifo}`);
      await call.ask();
      await call.approve();
      await eventually('the command has begun', () => (call.runs === 1 ? true : undefined));
      await installation.agent?.kill();
      installation.startAgent();
      await installation.online();
      await check(call, 'agent, in the handler', { ends: { unknown: 1 }, says: 'interrupted' });
    }),
    120_000,
  );
});

describe('both end by kill -9, as in a power cut', () => {
  const cases: [FaultPoint, FaultPoint, Expected][] = [
    ['server.request_written', 'agent.request_received', { ends: { not_run: 0 } }],
    ['server.request_written', 'agent.journal_started', { ends: { unknown: 0, not_run: 0 } }],
    ['server.response_received', 'agent.after_send', { ends: { done: 1 } }],
  ];
  it.each(cases)(
    'at %s and %s',
    world.telling(async (first, second, expected) => {
      const call = new ChangeCall(installation, `${first}+${second}`, lines);
      await installation.recover();
      await call.ask();
      installation.arm(second);
      installation.arm(first);
      await call.approve();
      await restartServer();
      // The frame may have died with the server; then the agent never came to its point.
      if (!installation.disarm(second)) await restartAgent();
      await installation.online();
      await check(call, `${first} + ${second}`, expected);
    }),
    120_000,
  );
});

it('every fault point of the contract has been walked through', () => {
  const points = new Set(seen.map(({ point }) => point));
  expect(FAULT_POINTS.filter((point) => !points.has(point))).toEqual([]);
});
