import { setFlagsFromString } from 'node:v8';

/**
 * V8's young generation does not grow until `letYoungGrow`: a start fills it with modules once, and
 * V8 would keep 32 MiB for a server that then does nothing (ADR 0111).
 */
export function keepYoungSmall(): void {
  growBy(1);
}

/** As V8 has it by itself: under load it doubles as often as it is worth it. */
export function letYoungGrow(): void {
  growBy(2);
}

/** Read by V8 whenever it would grow; the largest size can only be said before a process starts. */
function growBy(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
