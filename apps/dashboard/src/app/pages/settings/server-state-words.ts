import type { ReadinessView } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';

export interface StateRow {
  readonly label: string;
  /** From the server: shown as text. */
  readonly words: string;
  readonly bad: boolean;
}

/** What the server says of itself on `/readyz`, a line for each thing that can go wrong. */
export function stateRows({ database, held, audit, dropped, refusals }: ReadinessView): StateRow[] {
  const { waiting, spooled, lost, oldest_ms, spool_trouble, checkpoint_trouble } = audit;
  const oldest = quantity(oldest_ms / 1_000, 's');
  return [
    row('Changes', held, 'allowed'),
    row('Database', database === 'ok' ? null : DATABASE_FAILED, 'answers and takes changes'),
    row('Audit log', waiting > 0 ? `${rows(waiting)} in memory, for ${oldest}` : null, 'stored'),
    row('Audit log, spooled', spooled > 0 ? `${rows(spooled)} ${SPOOLED}` : null, 'nothing'),
    row('Audit log, lost', lost > 0 ? `${rows(lost)} lost: ${LOST}` : null, 'nothing'),
    row('Audit log, spool file', spool_trouble, 'ready'),
    row('Audit log, checkpoints', checkpoint_trouble, 'written'),
    row('Reports of PCs, dropped', counted(dropped.telemetry), 'none'),
    row('Log lines, dropped', counted(dropped.log_lines), 'none'),
    row('Messages refused', counted(refusals.malformed), 'none'),
    row('Log lines left out', counted(refusals.lines_left_out), 'none'),
  ];
}

const DATABASE_FAILED =
  'does not answer or takes no changes. The log of the server says why; "kenny doctor" there checks it.';
const SPOOLED = 'in a file until the database takes them; they survive a restart';
const LOST = 'neither the database nor the spool took them. Look at the disk of the server.';

const rows = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

const counted = (count: number): string | null =>
  count > 0 ? `${count.toLocaleString('en')} since the start` : null;

function row(label: string, trouble: string | null, fine: string): StateRow {
  return { label, words: trouble ?? fine, bad: trouble !== null };
}
