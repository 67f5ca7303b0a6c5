import type { ReadinessView, ServerConditionKind } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';

export interface StateRow {
  readonly label: string;
  /** From the server: shown as text. */
  readonly words: string;
  readonly bad: boolean;
}

/** `/readyz` in rows: one for each subject that is fine, else one for each thing that is wrong. */
export function stateRows(state: ReadinessView): StateRow[] {
  const { audit, dropped, refusals, free_bytes } = state;
  const { waiting, spooled, lost, oldest_ms, spool_trouble, checkpoint_trouble } = audit;
  const told = (kind: ServerConditionKind) =>
    state.conditions.find((condition) => condition.kind === kind)?.message ?? null;
  const oldest = quantity(oldest_ms / 1_000, 's');
  return [
    row('Changes on PCs', told('held'), 'allowed'),
    row('Database', told('database') ?? told('damage'), 'works'),
    ...stoppedRow(state),
    lastCommitRow(state),
    row('Free space', told('disk'), free_bytes === null ? UNKNOWN : quantity(free_bytes, 'bytes')),
    ...subject('Audit log', 'saved, nothing missing', {
      'Audit log: newest entries':
        waiting > 0 ? `${rows(waiting)} ${UNSAVED}, for ${oldest}` : null,
      'Audit log: waiting in a file': spooled > 0 ? `${rows(spooled)} ${SPOOLED}` : null,
      'Audit log: lost entries': told('record') ?? (lost > 0 ? rows(lost) : null),
      'Audit log: file for a full database': spool_trouble,
      'Audit log: proof that it is whole': checkpoint_trouble,
    }),
    row('Backups', told('backup') ?? (state.automatic_backups ? null : NO_BACKUPS), 'as planned'),
    row('API key for Chat', told('chat_key'), keyPlace(state)),
    ...subject('Reports from PCs', 'all taken in', {
      'Reports from PCs: not kept': counted(dropped.telemetry),
      'Log lines from PCs: not kept': counted(dropped.log_lines),
      'Messages that made no sense': counted(refusals.malformed),
      'Lines left out of the server log': counted(refusals.lines_left_out),
    }),
  ];
}

/** @param troubles - what can be wrong with it, by its name there; null: it is not */
function subject(
  label: string,
  fine: string,
  troubles: Readonly<Record<string, string | null>>,
): StateRow[] {
  const wrong = Object.entries(troubles).filter(([, trouble]) => trouble !== null);
  if (wrong.length === 0) return [row(label, null, fine)];
  return wrong.map(([name, trouble]) => row(name, trouble, fine));
}

const NO_BACKUPS = 'Off: nothing is backed up automatically. Turn them on in Settings, Backups.';
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
