import type { TableOptions } from 'typeorm';
import { bigint, index, int, KEY, NULLABLE, TablesMigration, text, varchar } from './tables.js';

const TABLES: TableOptions[] = [
  {
    name: 'approvals',
    columns: [
      varchar('id', KEY),
      int('revision'),
      varchar('state'),
      varchar('agent_uid'),
      varchar('agent_id'),
      varchar('principal_key'),
      varchar('repeat_key'),
      varchar('call_id', NULLABLE),
      bigint('requested_at'),
      text('record'),
      text('token_ids'),
      varchar('tool', { default: `''` }),
      varchar('kind', { default: `'change'` }),
      bigint('kept_until', NULLABLE),
      varchar('requester', { default: `''` }),
      bigint('decided_at', NULLABLE),
      bigint('seq', { default: 0 }),
    ],
    indices: [
      index('approvals_by_state', 'state', 'seq'),
      index('approvals_by_repeat', 'repeat_key', 'seq'),
      index('approvals_by_agent', 'agent_uid', 'state'),
      index('approvals_by_call', 'call_id'),
      index('approvals_by_tool', 'agent_id', 'tool', 'seq'),
      index('approvals_by_kept_until', 'kept_until'),
      index('approvals_by_requester', 'requester', 'decided_at'),
      { ...index('approvals_by_seq', 'seq'), isUnique: true },
    ],
  },
  {
    name: 'policy_rules',
    columns: [
      varchar('id', KEY),
      ...['applies_to', 'pattern', 'reason', 'created_by'].map((name) => varchar(name)),
      bigint('created_at'),
    ],
  },
  {
    name: 'requester_pauses',
    columns: [
      varchar('id', KEY),
      text('requested_by'),
      ...['door', 'approval_id', 'agent_id'].map((name) => varchar(name)),
      bigint('paused_at'),
      bigint('released_at', NULLABLE),
    ],
  },
];

/** Approvals, the operators' own deny rules, and requesters who are paused. */
export class Policy1795700003000 extends TablesMigration {
  protected readonly tables = () => TABLES;
}
