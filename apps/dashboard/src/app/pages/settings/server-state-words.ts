import type { ReadinessView, ServerConditionKind } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';

export interface StateRow {
  readonly label: string;
  /** From the server: shown as text. */
  readonly words: string;
  readonly bad: boolean;
}

/** `/readyz` as a row for each thing that can go wrong. */
export function stateRows(state: ReadinessView): StateRow[] {
  const { audit, dropped, refusals, free_bytes } = state;
  const { waiting, spooled, lost, oldest_ms, spool_trouble, checkpoint_trouble } = audit;
  const told = (kind: ServerConditionKind) =>
    state.conditions.find((condition) => condition.kind === kind)?.message ?? null;
  const oldest = quantity(oldest_ms / 1_000, 's');
  return [
    row('Changes', told('held'), 'allowed'),
    row('Database', told('database') ?? told('damage'), 'answers and takes changes'),
    ...stoppedRow(state),
    lastCommitRow(state),
    row('Free space', told('disk'), free_bytes === null ? UNKNOWN : quantity(free_bytes, 'bytes')),
    row(
      'Newest log entries',
      waiting > 0 ? `${rows(waiting)} ${UNSAVED}, for ${oldest}` : null,
      'saved',
    ),
    row('Log entries set aside', spooled > 0 ? `${rows(spooled)} ${SPOOLED}` : null, 'none'),
    row('Lost log entries', told('record') ?? (lost > 0 ? rows(lost) : null), 'none'),
    row('File for entries set aside', spool_trouble, 'ready'),
    row('Proof that the log is whole', checkpoint_trouble, 'written'),
    row('Backups', told('backup') ?? (state.automatic_backups ? null : NO_BACKUPS), 'as planned'),
    row('API key for Chat', told('chat_key'), keyPlace(state)),
    row('Dropped reports', counted(dropped.telemetry), 'none'),
    row('Dropped log lines', counted(dropped.log_lines), 'none'),
    row('Messages refused', counted(refusals.malformed), 'none'),
    row('Log lines left out', counted(refusals.lines_left_out), 'none'),
  ];
}

const NO_BACKUPS = 'Off: nothing is backed up automatically. Turn them on under Backups.';
const UNSAVED = 'not saved yet';
const UNKNOWN = 'not known';
const SPOOLED = 'in a file until the database takes them; they survive a restart';

function keyPlace({ chat_key }: ReadinessView): string {
  if (chat_key === null) return 'none; the chat is off';
  return chat_key === 'stored' ? 'stored on the server' : "in the server's environment";
}

function stoppedRow({ stopped }: ReadinessView): StateRow[] {
  if (!stopped) return [];
  const { seconds, refused } = stopped;
  const words = `for ${quantity(seconds, 's')}; ${quantity(refused, 'count')} refused`;
  return [row('Nothing can be written', words, '')];
}

function lastCommitRow({ last_commit }: ReadinessView): StateRow {
  if (!last_commit) return row('Last saved', null, 'nothing since the start');
  const words = `${quantity(last_commit.seconds_ago, 's')} ago`;
  return row('Last saved', last_commit.ok ? null : `failed ${words}`, words);
}

const rows = (count: number): string =>
  `${quantity(count, 'count')} ${count === 1 ? 'entry' : 'entries'}`;

const counted = (count: number): string | null =>
  count > 0 ? `${quantity(count, 'count')} since the start` : null;

function row(label: string, trouble: string | null, fine: string): StateRow {
  return { label, words: trouble ?? fine, bad: trouble !== null };
}
