import type { TurnEvent } from '@kenny/contract';
import { CHAT_COST } from '../limits.js';
import { storedEvent } from './stored-event.js';

function anEvent(payload: TurnEvent['payload']): TurnEvent {
  return { session_id: 's', turn_id: 't', sequence: 1, at: 1, type: 'toolResult', payload };
}

describe('an event as people see it', () => {
  it('is worked out once: what is stored and what is told are the same', () => {
    let walks = 0;
    const result = {
      get stdout() {
        walks += 1;
        return 'x'.repeat(2 * CHAT_COST.shownResult);
      },
    };
    const event = anEvent({ result });
    const first = storedEvent(event);
    const before = walks;
    expect(storedEvent(event)).toBe(first);
    expect([before > 0, walks]).toEqual([true, before]);
    expect(JSON.stringify(first).length).toBeLessThan(CHAT_COST.shownResult * 1.1);
  });

  it('is the event itself where nothing is cut, and each has its own', () => {
    const [one, other] = [anEvent({ result: { exit_code: 0 } }), anEvent({ delta: 'hello' })];
    expect([storedEvent(one), storedEvent(other)]).toEqual([one, other]);
    expect(storedEvent(one)).toBe(one);
  });
});
