import { compareVersions } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { parseJsonObject, readSmallFile, replaceFile } from '../platform/state-files.js';
import type { PendingUpdate, UpdateRecord } from './update-record.js';

const RECORD_MAX_BYTES = 16 * 1024;

/** An unusable record counts as none: an agent must always start. */
export async function readUpdateRecord(file: string): Promise<UpdateRecord | undefined> {
  const found = await readSmallFile(file, RECORD_MAX_BYTES);
  const content = found.kind === 'read' ? parseJsonObject(found.content) : undefined;
  const { highest } = content ?? {};
  if (!isVersion(highest)) return undefined;
  const [failed, pending] = [failedOf(content?.['failed']), pendingOf(content?.['pending'])];
  const done = doneOf(content?.['done']);
  return {
    highest,
    ...(failed ? { failed } : {}),
    ...(pending ? { pending } : {}),
    ...(done ? { done } : {}),
  };
}

/** @throws the system's error */
export async function writeUpdateRecord(file: string, record: UpdateRecord): Promise<void> {
  await replaceFile(file, `${JSON.stringify(record)}\n`);
}

function failedOf(value: unknown): UpdateRecord['failed'] {
  if (!isObject(value)) return undefined;
  const { version, why } = value;
  return isVersion(version) && typeof why === 'string' ? { version, why } : undefined;
}

function pendingOf(value: unknown): PendingUpdate | undefined {
  if (!isObject(value)) return undefined;
  const { from, to, tries, giveUp, failedWaysBack } = value;
  if (!isVersion(from) || !isVersion(to) || typeof tries !== 'number') return undefined;
  return {
    ...{ from, to, tries },
    ...(typeof giveUp === 'string' ? { giveUp } : {}),
    ...(typeof failedWaysBack === 'number' ? { failedWaysBack } : {}),
  };
}

function doneOf(value: unknown): UpdateRecord['done'] {
  if (!isObject(value)) return undefined;
  const { from, to } = value;
  return isVersion(from) && isVersion(to) ? { from, to } : undefined;
}

const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && compareVersions(value, value) !== undefined;
