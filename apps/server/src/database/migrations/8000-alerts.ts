import type { TableOptions } from 'typeorm';
import { bigint, flag, index, int, KEY, NULLABLE, TablesMigration, text, word } from './tables.js';

const TABLES: TableOptions[] = [
  {
    name: 'alert_facts',
    columns: [word('id', 36, KEY), bigint('at'), text('body')],
    indices: [index('alert_facts_by_age', 'at', 'id')],
  },
  {
    name: 'alert_states',
    columns: [word('key', 200, KEY), text('body'), bigint('due_at', NULLABLE)],
    indices: [index('alert_states_by_due', 'due_at')],
  },
  {
    name: 'alerts',
    columns: [
      ...[word('id', 36, KEY), bigint('at'), word('kind', 32), word('severity', 8)],
      ...[word('agent_id', 64, NULLABLE), text('title'), text('text'), word('page', 500)],
    ],
    indices: [index('alerts_by_age', 'at', 'id')],
  },
  {
    name: 'alert_deliveries',
    columns: [
      ...[word('id', 36, KEY), word('alert_id', 36, NULLABLE), text('body', NULLABLE)],
      ...[word('operator_id', 128), word('channel_id', 64), word('address', 256)],
      ...[word('state', 16), int('attempts'), bigint('created_at')],
      ...[
        bigint('next_at'),
        bigint('expires_at'),
        bigint('tried_at', NULLABLE),
        bigint('ended_at', NULLABLE),
      ],
      ...[text('answer', NULLABLE), word('digest_id', 36, NULLABLE)],
    ],
    indices: [
      index('alert_deliveries_by_due', 'state', 'next_at'),
      index('alert_deliveries_by_place', 'channel_id', 'address', 'tried_at'),
      index('alert_deliveries_by_person', 'operator_id', 'created_at'),
      index('alert_deliveries_by_age', 'created_at'),
    ],
  },
  {
    name: 'alert_channels',
    columns: [
      ...[word('id', 64, KEY), word('kind', 16), word('name', 64), text('settings')],
      ...[text('sealed', NULLABLE), bigint('created_at')],
    ],
  },
  {
    name: 'alert_choices',
    columns: [word('operator_id', 128, KEY), text('own'), bigint('updated_at')],
  },
  {
    name: 'push_browsers',
    columns: [
      ...[word('id', 36, KEY), word('operator_id', 128), word('login_id', 64)],
      ...[word('user_agent', 200, NULLABLE), word('endpoint_sha256', 64), text('endpoint')],
      ...[text('p256dh'), text('auth'), flag('names_pcs'), bigint('added_at')],
    ],
    uniques: [index('push_browsers_by_endpoint', 'endpoint_sha256')],
    indices: [index('push_browsers_by_person', 'operator_id', 'added_at')],
  },
];

/** What alerts are about, the alerts, how each goes out, and the browsers that are notified. */
export class Alerts1795700008000 extends TablesMigration {
  protected readonly tables = () => TABLES;
}
