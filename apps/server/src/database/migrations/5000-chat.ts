import type { TableOptions } from 'typeorm';
import { bigint, flag, index, int, KEY, NULLABLE, TablesMigration, text, word } from './tables.js';

const TABLES: TableOptions[] = [
  {
    name: 'chat_sessions',
    columns: [
      word('id', 36, KEY),
      word('owner_id', 128),
      word('name', 120, NULLABLE),
      text('words', NULLABLE),
      word('agent_id', 64, NULLABLE),
      text('agents', NULLABLE),
      word('parent_id', 36, NULLABLE),
      bigint('created_at'),
      bigint('updated_at'),
      bigint('deleted_at', NULLABLE),
      int('turns'),
      int('entries'),
      bigint('events'),
      flag('sensitive', { default: false }),
      flag('granted', { default: false }),
      // The model that it is answered by, and how hard that thinks.
      word('model', 128, NULLABLE),
      word('effort', 16, NULLABLE),
      // With the model of the chat, or one that an external agent works in.
      word('kind', 16, { default: `'chat'` }),
    ],
    indices: [index('chat_sessions_owner_time', 'owner_id', 'updated_at')],
  },
  {
    name: 'chat_turns',
    columns: [
      word('id', 36, KEY),
      word('session_id', 36),
      int('number'),
      word('status', 16),
      text('record'),
    ],
    indices: [
      { ...index('chat_turns_number', 'session_id', 'number'), isUnique: true },
      index('chat_turns_status', 'status'),
    ],
  },
  {
    name: 'chat_entries',
    columns: [
      word('session_id', 36, KEY),
      int('number', KEY),
      word('id', 36),
      word('turn_id', 36),
      bigint('at'),
      text('content'),
      text('words', NULLABLE),
    ],
  },
  {
    name: 'chat_events',
    columns: [
      word('session_id', 36, KEY),
      bigint('position', KEY),
      word('turn_id', 36),
      int('sequence'),
      bigint('at'),
      word('type', 32),
      text('payload'),
    ],
    indices: [{ ...index('chat_events_sequence', 'turn_id', 'sequence'), isUnique: true }],
  },
  {
    name: 'chat_pictures',
    columns: [word('session_id', 36, KEY), word('id', 36, KEY), text('data')],
  },
];

/** Conversations: sessions, turns, what the brain reads, what everybody may watch, pictures. */
export class Chat1795700005000 extends TablesMigration {
  protected readonly tables = () => TABLES;
}
