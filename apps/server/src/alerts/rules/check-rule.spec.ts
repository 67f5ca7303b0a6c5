import { MINUTE_MS } from '@kenny/kernel';
import fc from 'fast-check';
import type { Step } from './alert.js';
import {
  CHECK_TIMES,
  checkDue,
  noteCheck,
  type CheckNews,
  type CheckState,
  type CheckStatus,
} from './check-rule.js';

/** A check over time: what it reports when, and what people hear. */
class Watched {
  private known: CheckState | undefined;
  private due: number | null = null;
  now = 0;
  readonly heard: string[] = [];

  reports(status: CheckStatus): this {
    this.take(noteCheck(this.known, { status, reason: status }, this.now));
    return this;
  }

  after(ms: number): this {
    const until = this.now + ms;
    let asked = 0;
    while (this.known && this.due !== null && this.due <= until) {
      asked = this.due > this.now ? 0 : asked + 1;
      if (asked > 3) throw new Error('asked again and again');
      this.now = Math.max(this.now, this.due);
      this.take(checkDue(this.known, this.now));
    }
    this.now = until;
    return this;
  }

  private take({ next, told }: Step<CheckState, CheckNews>): void {
    this.known = next?.state;
    this.due = next?.due_at ?? null;
    if (told) this.heard.push(`${told.what} ${told.status}`);
  }

  get forgotten(): boolean {
    return this.known === undefined;
  }
}

const { worseMs, betterMs, coolMs } = CHECK_TIMES;

it('tells what is worse once it has stayed so, and what is better only after that', () => {
  const watched = new Watched().reports('crit').after(worseMs - 1);
  expect(watched.heard).toEqual([]);
  watched.after(1);
  expect(watched.heard).toEqual(['worse crit']);
  watched.reports('ok').after(betterMs);
  expect(watched.heard).toEqual(['worse crit', 'better ok']);
  watched.after(2 * coolMs);
  expect(watched.forgotten).toBe(true);
});

it('tells nobody of a moment, nor of its end', () => {
  const watched = new Watched()
    .reports('crit')
    .after(worseMs - 1)
    .reports('ok')
    .after(coolMs * 2);
  expect(watched.heard).toEqual([]);
});

it('tells the step from a warning to critical, and back', () => {
  const watched = new Watched().reports('warn').after(worseMs).reports('crit').after(worseMs);
  expect(watched.heard).toEqual(['worse warn', 'worse crit']);
  watched.reports('warn').after(betterMs);
  expect(watched.heard.at(-1)).toBe('better warn');
});

it('tells a check that changes all the time once, and how it ends once it is steady', () => {
  const watched = new Watched();
  for (let turn = 0; turn < 200; turn += 1) {
    watched.reports(turn % 2 === 0 ? 'crit' : 'ok').after(2 * MINUTE_MS);
  }
  expect(watched.heard).toEqual(['changing ok']);
  watched.reports('crit').after(coolMs);
  expect(watched.heard).toEqual(['changing ok', 'worse crit']);
});

it('tells what is worse again within the cool-down as changing, then nothing more', () => {
  const watched = new Watched();
  for (let turn = 0; turn < 10; turn += 1) {
    watched.reports('crit').after(worseMs).reports('ok').after(betterMs);
  }
  expect(watched.heard).toEqual(['worse crit', 'better ok', 'changing crit']);
});

it('tells it as new after the cool-down', () => {
  const watched = new Watched()
    .reports('warn')
    .after(worseMs)
    .reports('ok')
    .after(coolMs * 2);
  watched.reports('warn').after(worseMs);
  expect(watched.heard).toEqual(['worse warn', 'better ok', 'worse warn']);
});

describe('whatever a check reports', () => {
  const status = fc.constantFrom<CheckStatus>('ok', 'warn', 'crit');
  const reports = fc.array(fc.tuple(status, fc.integer({ min: 0, max: 40 })), { maxLength: 150 });
  const played = (steps: readonly (readonly [CheckStatus, number])[]) => {
    const watched = new Watched();
    for (const [next, minutes] of steps) watched.reports(next).after(minutes * MINUTE_MS);
    return watched;
  };

  it('no more than a few messages come in a cool-down', () => {
    fc.assert(
      fc.property(reports, (steps) => {
        const watched = played(steps);
        const windows = Math.ceil(watched.now / coolMs) + 1;
        expect(watched.heard.length).toBeLessThanOrEqual(windows * 5);
      }),
    );
  });

  it('good news never come first, and people know in the end how it is', () => {
    fc.assert(
      fc.property(reports, status, (steps, last) => {
        const watched = played(steps)
          .reports(last)
          .after(3 * coolMs);
        if (watched.heard[0]) expect(watched.heard[0]).not.toMatch(/^better/);
        const known = watched.heard.at(-1)?.split(' ')[1] ?? 'ok';
        expect(known).toBe(last);
      }),
    );
  });

  it('it is forgotten once it is fine for long', () => {
    fc.assert(
      fc.property(reports, (steps) => {
        expect(
          played(steps)
            .reports('ok')
            .after(4 * coolMs).forgotten,
        ).toBe(true);
      }),
    );
  });
});
