import { join } from 'node:path';
import { SERVER_FILES, type AuditVerification } from '@kenny/contract';
import type { ServerIdentity } from '../config/index.js';
import type { Reads } from '../database/index.js';
import { AuditVerifier } from './audit-verifier.js';
import { chainId } from './chain-id.js';
import { CheckpointFile } from './checkpoint-file.js';

/** Verifies an audit log offline, against the checkpoints of its data folder. */
export async function verifyRecord(
  dataDir: string,
  identity: ServerIdentity,
  reads: Reads,
): Promise<AuditVerification> {
  const file = new CheckpointFile(join(dataDir, SERVER_FILES.auditCheckpoints), identity);
  try {
    return await AuditVerifier.verify(reads, chainId(dataDir), file);
  } finally {
    await file.close();
  }
}
