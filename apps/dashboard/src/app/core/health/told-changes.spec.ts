import type { ChangeItem, HealthChangeItem } from '@kenny/contract/web';
import { toldChanges } from './told-changes';

const at = (hour: number) => `2026-06-04T${String(hour).padStart(2, '0')}:00:00.000Z`;
const worse = (hour: number, section: string, agent_id = 'mum'): HealthChangeItem => ({
  ...{ agent_id, at: at(hour), section, status: 'warn', snoozed: false, reason: 'Offline' },
});
const value = (hour: number, section: string, what: string): ChangeItem => ({
  ...{ at: at(hour), after: at(hour - 1), section, what, from: 'Idle', to: 'Offline' },
});
const lines = (health: HealthChangeItem[], values?: ChangeItem[]) =>
  toldChanges(health, values).map((one) => [
    ...[one.at, one.section, one.health?.status ?? null, one.values.map(({ what }) => what)],
  ]);

describe('what changed', () => {
  it('is told once where a check and its values changed in one report, newest first', () => {
    expect(
      lines(
        [worse(9, 'printers'), worse(7, 'disk')],
        [
          ...[value(9, 'printers', 'Brother, status'), value(9, 'network', 'DNS')],
          ...[value(8, 'users', 'Leo'), value(8, 'users', 'Ben')],
        ],
      ),
    ).toEqual([
      [at(9), 'printers', 'warn', ['Brother, status']],
      [at(9), 'network', null, ['DNS']],
      [at(8), 'users', null, ['Leo', 'Ben']],
      [at(7), 'disk', 'warn', []],
    ]);
  });

  it('keeps apart what two PCs said at the same time', () => {
    expect(lines([worse(9, 'disk'), worse(9, 'disk', 'leo')])).toHaveLength(2);
  });
});
