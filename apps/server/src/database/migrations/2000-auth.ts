import type { TableOptions } from 'typeorm';
import {
  bigint,
  flag,
  index,
  KEY,
  NULLABLE,
  refersTo,
  TablesMigration,
  text,
  varchar,
} from './tables.js';

const PEOPLE: TableOptions[] = [
  { name: 'operators', columns: [varchar('id', KEY), varchar('name'), bigint('created_at')] },
  {
    name: 'tokens',
    columns: [
      varchar('id', KEY),
      varchar('token_sha256'),
      varchar('operator_id'),
      varchar('name'),
      varchar('scope'),
      text('agents', NULLABLE),
      text('classes'),
      flag('decide'),
      varchar('origin'),
      bigint('created_at'),
      bigint('expires_at', NULLABLE),
      bigint('last_used_at', NULLABLE),
      bigint('revoked_at', NULLABLE),
      flag('elicitation', { default: false }),
      // What the client that used it last calls itself.
      varchar('client', NULLABLE),
      // Whose task it is, the token that it ends with, and since when it opens nothing.
      varchar('task_id', NULLABLE),
      varchar('starter_token_id', NULLABLE),
      bigint('closed_at', NULLABLE),
    ],
    foreignKeys: [refersTo('operators', 'id', 'operator_id')],
    indices: [
      { ...index('tokens_by_hash', 'token_sha256'), isUnique: true },
      index('tokens_by_age', 'created_at', 'id'),
      index('tokens_by_task', 'task_id'),
      index('tokens_by_starter', 'starter_token_id'),
    ],
  },
  {
    name: 'browser_sessions',
    columns: [
      varchar('id_sha256', KEY),
      varchar('token_id'),
      bigint('opened_at'),
      bigint('last_used_at'),
      varchar('user_agent', NULLABLE),
      flag('stays'),
    ],
    foreignKeys: [refersTo('tokens', 'id', 'token_id')],
    indices: [index('browser_sessions_by_token', 'token_id')],
  },
  // Each logs one browser in, once.
  {
    name: 'login_links',
    columns: [
      varchar('id_sha256', KEY),
      varchar('token_id'),
      bigint('created_at'),
      bigint('expires_at'),
      bigint('used_at', NULLABLE),
      bigint('ended_at', NULLABLE),
    ],
    foreignKeys: [refersTo('tokens', 'id', 'token_id')],
    indices: [index('login_links_by_token', 'token_id')],
  },
];

const PCS: TableOptions[] = [
  {
    name: 'agents',
    columns: [
      varchar('agent_uid', KEY),
      varchar('agent_id'),
      varchar('agent_id_key', NULLABLE),
      varchar('name'),
      text('tags'),
      varchar('os', NULLABLE),
      varchar('legacy_token_sha256', NULLABLE),
      bigint('created_at'),
      bigint('enrolled_at', NULLABLE),
      bigint('removed_at', NULLABLE),
      bigint('last_seen', NULLABLE),
      text('last_meta', NULLABLE),
      varchar('last_protocol', NULLABLE),
      // Whose it is, how they are reached, and what helpers should know of it.
      varchar('owner', NULLABLE),
      varchar('contact', NULLABLE),
      text('notes', NULLABLE),
      // How remote help to it is opened.
      varchar('help_id', NULLABLE),
      varchar('help_link', NULLABLE),
    ],
    // Removed PCs have no key: both databases allow any number of nulls in a unique index.
    indices: [{ ...index('agents_by_id', 'agent_id_key'), isUnique: true }],
  },
  {
    name: 'agent_keys',
    columns: [
      varchar('key_sha256', KEY),
      varchar('agent_uid'),
      varchar('public_key'),
      varchar('state'),
      bigint('created_at'),
    ],
    foreignKeys: [refersTo('agents', 'agent_uid')],
    indices: [index('agent_keys_by_agent', 'agent_uid')],
  },
  {
    name: 'agent_enrolments',
    columns: [
      varchar('agent_uid', KEY),
      varchar('token_sha256'),
      varchar('mode'),
      bigint('created_at'),
      bigint('expires_at'),
      varchar('used_key_sha256', NULLABLE),
      bigint('used_at', NULLABLE),
    ],
    foreignKeys: [refersTo('agents', 'agent_uid')],
  },
];

/** Operators, tokens, browser sessions; PCs, their keys and enrolments. */
export class Auth1795700002000 extends TablesMigration {
  protected readonly tables = () => [...PEOPLE, ...PCS];
}
