import type { TableOptions } from 'typeorm';
import { bigint, index, int, KEY, NULLABLE, TablesMigration, text, word } from './tables.js';

const TABLES: TableOptions[] = [
  {
    name: 'snapshots',
    columns: [
      word('id', 36, KEY),
      word('agent_uid', 36),
      bigint('received_at'),
      bigint('collected_at', NULLABLE),
      word('overall', 8),
      text('refs'),
      text('points', { default: `'{}'` }),
    ],
    indices: [
      index('snapshots_agent_time', 'agent_uid', 'received_at'),
      index('snapshots_time', 'received_at'),
    ],
  },
  {
    name: 'pc_health',
    columns: [
      word('agent_uid', 36, KEY),
      bigint('received_at'),
      bigint('collected_at', NULLABLE),
      text('sections'),
      text('refs'),
      word('strip', 48),
      int('strip_slot'),
    ],
  },
  {
    name: 'health_days',
    columns: [word('agent_uid', 36, KEY), int('day', KEY), word('hours', 24)],
    indices: [index('health_days_day', 'day')],
  },
  // What is wrong with a PC's sections and was put off.
  {
    name: 'snoozes',
    columns: [
      word('agent_uid', 36, KEY),
      word('section', 64, KEY),
      word('status', 8),
      bigint('until'),
      word('reason', 280),
      word('by_name', 128),
    ],
  },
  // Limits of health rules that were moved for a PC or a tag.
  {
    name: 'health_limits',
    columns: [
      word('scope', 8, KEY),
      word('subject', 64, KEY),
      word('section', 64, KEY),
      word('field', 64, KEY),
      { name: 'warn', type: 'double precision', isNullable: true },
      { name: 'crit', type: 'double precision', isNullable: true },
      word('by_name', 128),
      bigint('at'),
    ],
  },
];

const bodies = (isPostgres: boolean): TableOptions => ({
  name: 'section_bodies',
  columns: [
    word('id', 32, KEY),
    word('section', 64),
    { name: 'body', type: isPostgres ? 'bytea' : 'blob' },
    bigint('used_at'),
  ],
  indices: [index('section_bodies_by_use', 'used_at')],
});

/**
 * Contents once, snapshots as references with their numbers (ADR 0004), latest health (D10), and a
 * PC's days as 24 characters each (ADR 0034).
 */
export class Telemetry1795700004000 extends TablesMigration {
  protected readonly tables = (isPostgres: boolean) => [bodies(isPostgres), ...TABLES];
}
