import type { TableOptions } from 'typeorm';
import { bigint, KEY, TablesMigration, text, word } from './tables.js';

const TABLES: TableOptions[] = [
  {
    name: 'chat_settings',
    columns: [word('operator_id', 128, KEY), text('own'), bigint('updated_at')],
  },
  {
    name: 'server_settings',
    columns: [word('name', 64, KEY), text('value'), bigint('updated_at')],
  },
];

/** What operators set for their own chat, and an admin for the whole server while it runs. */
export class Settings1795700006000 extends TablesMigration {
  protected readonly tables = () => TABLES;
}
