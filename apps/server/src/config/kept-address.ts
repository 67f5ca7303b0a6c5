import { SERVER_FILES } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDurably, removeDurably } from './durable-file.js';
import { isWebAddress } from './env-rules.js';

/** Tailscale leads there from this very machine. */
export const KEPT_PROXY = '127.0.0.1';

/**
 * The address that an admin had kept (ADR 0108); null: none, or none that can be used. A start does
 * not fail for it: without it the server is where it was before.
 */
export function readKeptAddress(dataDir: string): string | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(placeOf(dataDir), 'utf8'));
    const url = isObject(kept) ? kept['public_url'] : undefined;
    if (typeof url !== 'string' || !isWebAddress(url, false)) return null;
    return url.startsWith('https://') ? new URL(url).origin : null;
  } catch {
    return null;
  }
}

export function keepAddress(dataDir: string, public_url: string): void {
  createDurably(placeOf(dataDir), `${JSON.stringify({ public_url })}\n`);
}

export function forgetAddress(dataDir: string): void {
  removeDurably(placeOf(dataDir));
}

const placeOf = (dataDir: string): string => join(dataDir, SERVER_FILES.address);
