import { TurnWatch } from './turn-watch.js';

const LIMITS = { stallMs: 100, timeoutMs: 1_000 };

describe('a turn', () => {
  it('is stalled when the agent says nothing for too long', () => {
    const watch = new TurnWatch(LIMITS, 0);
    expect(watch.look(99, false)).toBe('fine');
    watch.heard();
    expect(watch.look(150, false)).toBe('fine');
    expect(watch.look(200, false)).toBe('stalled');
  });

  it('is overdue when it worked for too long', () => {
    const watch = new TurnWatch(LIMITS, 0);
    for (let at = 50; at < 1_000; at += 50) {
      watch.heard();
      expect(watch.look(at, false)).toBe('fine');
    }
    watch.heard();
    expect(watch.look(1_000, false)).toBe('overdue');
  });

  it('stands still while a person is waited for', () => {
    const watch = new TurnWatch(LIMITS, 0);
    expect(watch.look(50, false)).toBe('fine');
    expect(watch.look(100_000, true)).toBe('fine');
    expect(watch.look(100_099, false)).toBe('fine');
    expect(watch.look(100_100, false)).toBe('stalled');
  });

  it('knows when there may be something to see', () => {
    const watch = new TurnWatch(LIMITS, 0);
    watch.look(40, false);
    expect(watch.nextMs).toBe(60);
  });
});
