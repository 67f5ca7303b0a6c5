/**
 * Named moments of a change call at which a test may end a process with `kill -9`. In production
 * nothing listens: only code that is loaded into the process beforehand (`node --import`) can, and
 * whoever can do that needs no fault point.
 */
export const FAULT_POINTS = [
  'server.pending_committed',
  'server.approved_committed',
  'server.sent_committed',
  'server.request_written',
  'server.response_received',
  'server.outcome_committed',
  'agent.request_received',
  'agent.journal_started',
  'agent.before_handler',
  'agent.after_handler',
  'agent.journal_finished',
  'agent.before_send',
  'agent.after_send',
] as const;
/** The same while an admin accepts that audit rows are lost. */
export const LOSS_FAULT_POINTS = ['server.loss_committed', 'server.loss_signed'] as const;
/** The same of a server's start, in their order. */
export const START_FAULT_POINTS = [
  'server.folder_prepared',
  'server.folder_locked',
  'server.database_open',
  'server.key_stored',
  'server.parts_ready',
  'server.first_token_kept',
  'server.first_token_committed',
] as const;
/** The same of a turn of an external agent, in their order. */
export const TASK_FAULT_POINTS = [
  'server.task_queued',
  'server.task_taken',
  'server.task_said',
  'server.agent_marked',
  'server.agent_started',
  'server.task_turn_over',
  'server.task_ended',
] as const;
/** The same of an alert, in their order. */
export const ALERT_FAULT_POINTS = [
  'server.alert_noted',
  'server.alert_planned',
  'server.alert_sending',
  'server.alert_sent',
  'server.alert_marked',
] as const;
/** The same of a backup on its way to a bucket, in their order. */
export const BACKUP_FAULT_POINTS = ['server.backup_part_sent', 'server.backup_arrived'] as const;
/** The same of a start that puts a restored backup in place, or takes it back; most come once for each file. */
export const RESTORE_FAULT_POINTS = [
  'server.restore_out',
  'server.restore_in',
  'server.restore_done',
  'server.restore_back',
] as const;
/** The same while an admin lets other devices reach the server, in their order. */
export const ADDRESS_FAULT_POINTS = ['server.address_shared', 'server.address_kept'] as const;
export type FaultPoint =
  | (typeof ADDRESS_FAULT_POINTS)[number]
  | (typeof ALERT_FAULT_POINTS)[number]
  | (typeof BACKUP_FAULT_POINTS)[number]
  | (typeof FAULT_POINTS)[number]
  | (typeof LOSS_FAULT_POINTS)[number]
  | (typeof RESTORE_FAULT_POINTS)[number]
  | (typeof START_FAULT_POINTS)[number]
  | (typeof TASK_FAULT_POINTS)[number];

const LISTENER = Symbol.for('kenny.fault-point');

/** Tells whoever listens that this moment has come. */
export function faultPoint(point: FaultPoint): void {
  const listener: unknown = Reflect.get(globalThis, LISTENER);
  if (isListener(listener)) listener(point);
}

function isListener(value: unknown): value is (point: FaultPoint) => void {
  return typeof value === 'function';
}
