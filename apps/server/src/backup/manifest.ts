import { isObject } from '@kenny/kernel';
import { ArchiveFault } from './archive/archive-fault.js';

/** Last entry of every backup: what it is, and what each part must be. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  /** ISO 8601. */
  readonly made_at: string;
  /** Of kenny and of Node. */
  readonly kenny: string;
  readonly node: string;
  /** What the data came from; in the backup it is an SQLite file in any case. */
  readonly database: 'sqlite' | 'postgres';
  /** Id of the audit chain, and its last row in the backup. */
  readonly chain: string;
  readonly audit_head: { readonly seq: number; readonly sha256: string };
  /** SHA-256 of the server's public key; its private key is a part unless it came from elsewhere. */
  readonly server_key: { readonly fingerprint: string; readonly inside: boolean };
  readonly parts: readonly BackupPart[];
}

export interface BackupPart {
  /** Its name in the data folder. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

export const FORMAT = 'kenny-backup-1';
export const MANIFEST = 'manifest.json';

const SHA256 = /^[0-9a-f]{64}$/;

/** @throws ArchiveFault for anything else */
export function parseManifest(text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArchiveFault(`${MANIFEST} is damaged`);
  }
  if (!isObject(value)) throw new ArchiveFault(`${MANIFEST} is damaged`);
  if (value['format'] !== FORMAT) {
    throw new ArchiveFault('it has a format that this version of kenny does not know');
  }
  const { parts, audit_head, server_key } = value;
  const texts = ['made_at', 'kenny', 'node', 'database', 'chain'];
  const isWhole =
    texts.every((name) => typeof value[name] === 'string') &&
    isObject(audit_head) &&
    typeof audit_head['seq'] === 'number' &&
    isObject(server_key) &&
    typeof server_key['fingerprint'] === 'string' &&
    Array.isArray(parts) &&
    parts.every(isPart);
  if (!isWhole) throw new ArchiveFault(`${MANIFEST} is damaged`);
  return value as unknown as BackupManifest;
}

function isPart(value: unknown): value is BackupPart {
  if (!isObject(value)) return false;
  const { name, size, sha256 } = value;
  return (
    typeof name === 'string' &&
    isSafeName(name) &&
    Number.isSafeInteger(size) &&
    typeof sha256 === 'string' &&
    SHA256.test(sha256)
  );
}

/** It leads to a place below the folder that it is put into, and nowhere else. */
export function isSafeName(name: string): boolean {
  const isPlain = (part: string) => part !== '' && part !== '.' && part !== '..';
  return !/[\\\0]/.test(name) && name.split('/').every(isPlain);
}
