import { bigint, flag, index, KEY, TablesMigration, text, word } from './tables.js';

/** When a check got worse or better, so that "what happened yesterday?" reads no snapshots. */
export class HealthChanges1795700004100 extends TablesMigration {
  protected readonly tables = () => [
    {
      name: 'health_changes',
      columns: [
        ...[word('id', 36, KEY), word('agent_uid', 36), bigint('at')],
        ...[word('section', 64), word('status', 8), flag('snoozed'), text('reason')],
      ],
      indices: [
        index('health_changes_by_pc', 'agent_uid', 'at'),
        index('health_changes_by_age', 'at'),
      ],
    },
  ];
}
