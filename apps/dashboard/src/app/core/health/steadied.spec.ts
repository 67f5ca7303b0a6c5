import type { HealthChangeItem } from '@kenny/contract/web';
import { steadied } from './steadied';

const change = (at: string, status: HealthChangeItem['status'], more = {}): HealthChangeItem => ({
  ...{ agent_id: 'mum', section: 'network', status, snoozed: false, reason: at, at },
  ...more,
});

describe('what got worse or better', () => {
  it('has one line a day for a check that goes to and fro, with its last state', () => {
    const [noon, more] = ['2026-06-04T12:0', '0:00Z'];
    const swings = [5, 4, 3, 2].map((n) =>
      change(`${noon}${n}${more.slice(1)}`, n % 2 ? 'ok' : 'warn'),
    );
    const before = change('2026-06-02T12:00:00Z', 'warn');
    expect(steadied([...swings, before])).toEqual([{ ...swings[0], times: 4 }, before]);
  });

  it('leaves alone what changed a few times, and what is of another check or PC', () => {
    const at = '2026-06-04T12:00:00Z';
    const items = [
      ...[change(at, 'ok'), change(at, 'warn'), change(at, 'ok')],
      ...[change(at, 'warn', { section: 'disk' }), change(at, 'warn', { agent_id: 'leo' })],
    ];
    expect(steadied(items)).toEqual(items);
  });
});
