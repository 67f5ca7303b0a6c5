import type { TableOptions } from 'typeorm';
import { bigint, int, KEY, NULLABLE, TablesMigration, text, word } from './tables.js';

const TABLES: TableOptions[] = [
  {
    name: 'memories',
    columns: [
      word('operator_id', 128, KEY),
      word('id', 32, KEY),
      word('layer', 8),
      text('text'),
      word('scope', 80),
      text('tags'),
      int('confidence'),
      int('hits'),
      word('source', 32),
      word('status', 16),
      bigint('created_at'),
      bigint('updated_at'),
      bigint('last_seen_at'),
      int('ttl_days', NULLABLE),
    ],
  },
  {
    name: 'memory_numbers',
    columns: [word('operator_id', 128, KEY), word('layer', 8, KEY), int('last')],
  },
];

/** What is remembered for each operator. */
export class Memory1795700006100 extends TablesMigration {
  protected readonly tables = () => TABLES;
}
