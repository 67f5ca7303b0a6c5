import { AuditRowEntity } from './audit-row.entity.js';
import { EventEntity } from './events/event.entity.js';

export * from './audit-entry.js';
export { EXPORT_TYPES, exportText, type ExportFormat } from './audit-export.js';
export * from './audit-log.js';
export { AuditReader, type AuditFilter, type DecisionRow } from './audit-reader.js';
export { AuditRowEntity } from './audit-row.entity.js';
export { AuditStore, type AuditStatus, type AuditStoreParts } from './audit-store.js';
export { AuditModule } from './audit.module.js';
export { AuditHold } from './loss/audit-hold.js';
export { nothingLost } from './loss/loss-keeper.js';
export { lastCheckpoint } from './last-checkpoint.js';
export type { AuditWitness, SeenRow } from './audit-witness.js';
export { EventRecorder } from './events/event-recorder.js';
export { EventReader, type EventFilter } from './events/event-reader.js';
export type { Page } from './paging.js';
export { SPOOL_NAMES, waitingIn } from './spool/spools.js';
export { verifyRecord } from './verify-record.js';

/** For the list of the server's entities (`schema.ts`). */
export const AUDIT_ENTITIES = [AuditRowEntity, EventEntity];
