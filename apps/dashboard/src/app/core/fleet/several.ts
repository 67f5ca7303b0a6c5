import { SEVERAL_PCS } from '@kenny/contract/web';
import { quantity } from '../facts/quantity';

/** PC IDs in the address, each once: `?pc=anna,bob`. */
export function idsIn(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))];
}

/** Why a tool does not run on so many at once; null when it does. */
export function tooMany(count: number): string | null {
  const { most } = SEVERAL_PCS;
  return count <= most
    ? null
    : `A tool runs on at most ${most} PCs at once; these are ${quantity(count, undefined)}. Choose fewer.`;
}
