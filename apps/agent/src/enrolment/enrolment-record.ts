import { decodeKey, encodeBase64 } from '@kenny/handshake/agent';
import { parseJsonObject, readSmallFile, replaceFile } from '../platform/state-files.js';

export interface EnrolmentRecord {
  agentId: string;
  /** The server's public key, raw: the pin. */
  serverKey: Buffer;
  /** ISO 8601. */
  enrolledAt: string;
  /** SHA-256 of the used token, hex; it is not tried again. */
  tokenSha256: string;
}

const RECORD_MAX_BYTES = 4 * 1024;

/**
 * Undefined when the agent was never enrolled, or for another id.
 * @throws Error in words for a file that cannot be understood: guessing a pin is worse
 */
export async function readEnrolment(
  file: string,
  agentId?: string,
): Promise<EnrolmentRecord | undefined> {
  const found = await readSmallFile(file, RECORD_MAX_BYTES);
  if (found.kind === 'missing') return undefined;
  if (found.kind === 'unusable') throw new Error(`${file} cannot be used: ${found.reason}`);
  const record = parseRecord(parseJsonObject(found.content) ?? {});
  if (!record) throw new Error(`${file} is damaged; remove it and enrol again with a fresh token`);
  return agentId === undefined || record.agentId === agentId ? record : undefined;
}

export async function writeEnrolment(file: string, record: EnrolmentRecord): Promise<void> {
  const content = {
    agent_id: record.agentId,
    server_public_key: encodeBase64(record.serverKey),
    enrolled_at: record.enrolledAt,
    token_sha256: record.tokenSha256,
  };
  await replaceFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

function parseRecord(content: Record<string, unknown>): EnrolmentRecord | undefined {
  const { agent_id, server_public_key, enrolled_at, token_sha256 } = content;
  if (typeof agent_id !== 'string' || typeof server_public_key !== 'string') return undefined;
  if (typeof enrolled_at !== 'string' || typeof token_sha256 !== 'string') return undefined;
  const serverKey = decodeKey(server_public_key);
  if (!serverKey) return undefined;
  return { agentId: agent_id, serverKey, enrolledAt: enrolled_at, tokenSha256: token_sha256 };
}
