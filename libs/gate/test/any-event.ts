import fc from 'fast-check';
import type { ActorRef } from '@kenny/contract/agent';
import type { CallAnswer, CallVerdict, GateEvent } from '../src/index.js';
import { AGENT, ANNA, BEN, CLIENT, SYSTEM, TARGET } from './world.js';

const actor: fc.Arbitrary<ActorRef> = fc.constantFrom(ANNA, BEN, ANNA, BEN, CLIENT, AGENT, SYSTEM);
const hash = fc.constantFrom('shown', 'shown', 'shown', 'e'.repeat(64));
const callId = fc.constantFrom('call-1', 'call-2');
const answer = fc.constantFrom<CallAnswer>(
  { kind: 'result', result: {} },
  { kind: 'refused', error: { code: 'exec_failed', message: 'x' } },
);
const verdict: fc.Arbitrary<CallVerdict> = fc.oneof(
  fc.constantFrom<CallVerdict>(
    { state: 'not_seen' },
    { state: 'running' },
    { state: 'interrupted' },
  ),
  answer.map((given) => ({ state: 'done' as const, answer: given })),
);
const lapse = fc.constantFrom<GateEvent>(
  { type: 'lapse', why: 'run_by' },
  { type: 'lapse', why: 'restart' },
  { type: 'lapse', why: 'check_failed', error: { code: 'offline', message: 'x' } },
);
const lose = fc.constantFrom<GateEvent>(
  { type: 'lose', why: 'timeout' },
  { type: 'lose', why: 'disconnect' },
  { type: 'lose', why: 'restart' },
  { type: 'lose', why: 'not_recorded' },
  { type: 'lose', why: 'answer_refused', message: 'x' },
);
const target = fc.constantFrom(TARGET, TARGET, TARGET, { ...TARGET, agent_key: 'b'.repeat(64) });
const just = fc.constant;

/** Any event at all, the ones that get a call further more often. A hash 'shown' stands for the copy's own. */
export const anyEvent: fc.Arbitrary<GateEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: just('approve' as const),
      two_key: fc.constantFrom(false, false, true),
      risk: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
      by: actor,
      call_sha256: hash,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: just('deny' as const), by: actor, call_sha256: hash }),
  },
  { weight: 1, arbitrary: fc.record({ type: just('cancel' as const), by: actor }) },
  { weight: 1, arbitrary: just<GateEvent>({ type: 'expire' }) },
  { weight: 1, arbitrary: just<GateEvent>({ type: 'restore' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: just('outdate' as const),
      catalog: fc.constantFrom('cat-1', 'cat-1', 'cat-2'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ type: just('claim' as const), call_id: callId, target }),
  },
  { weight: 1, arbitrary: lapse },
  {
    weight: 3,
    arbitrary: fc.record({ type: just('respond' as const), call_id: callId, answer }),
  },
  { weight: 3, arbitrary: lose },
  {
    weight: 4,
    arbitrary: fc.record({ type: just('call_status' as const), call_id: callId, verdict }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: just('hand_over' as const),
      principal_key: fc.constantFrom('mcp_client:tok-1', 'operator:ben'),
    }),
  },
);
