import type { TurnEvent } from '@kenny/contract';
import { anApproval } from '../../../test/cli-answers.js';
import { endOf, timed } from '../turns/tool-ends.js';
import { turnSummary } from './turn-view.js';

const WHOLE_MS = 111_000;

function toldOf(payload: TurnEvent['payload']) {
  const steps: [TurnEvent['type'], TurnEvent['payload']][] = [
    ['toolCall', { toolCallId: 'c1', toolName: 'shell_exec' }],
    ['toolPending', { toolCallId: 'c1', approvalId: 'apr_1' }],
    ['toolResult', { toolCallId: 'c1', status: 'ok', durationMs: WHOLE_MS, ...payload }],
  ];
  const events = steps.map(([type, said], index): TurnEvent => {
    return { session_id: 's', turn_id: 't', sequence: index + 1, at: 1, type, payload: said };
  });
  return turnSummary(events).tool_events[0];
}

describe('a call that waited for a person', () => {
  it('is told with the time for which it ran', () => {
    expect(toldOf({ ranMs: 800 })).toMatchObject({ waited: true, ran_ms: 800 });
    expect(toldOf({})).toMatchObject({ waited: true, duration_ms: WHOLE_MS });
    expect(toldOf({})).not.toHaveProperty('ran_ms');
  });

  it('ran from when it was sent to its end, and not at all where it never was', () => {
    const ended_at = '2026-06-04T12:01:50.800Z';
    const ranMs = (sent_at: string | null) => {
      const approval = anApproval({ state: 'done', sent_at, ended_at });
      return timed(endOf(approval), approval).outcome.ran_ms;
    };
    expect([ranMs('2026-06-04T12:01:50.000Z'), ranMs(null)]).toEqual([800, undefined]);
  });
});
