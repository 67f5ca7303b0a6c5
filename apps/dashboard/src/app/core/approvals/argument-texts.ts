import type { ApprovalView } from '@kenny/contract/web';
import { unitOf } from '../facts/units';

/** Each argument as the text that a person reads. */
export function argumentTexts(
  args: ApprovalView['args'],
): { name: string; text: string; scalar: boolean }[] {
  return Object.entries(args).map(([name, value]) => ({
    name,
    scalar: typeof value === 'number' || typeof value === 'boolean',
    text: textOf(name, value),
  }));
}

/** `30 s`, where the name says so: never rounded, for it is what will run. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value);
  return typeof value === 'number' && unitOf(name, new Map()) === 's' ? `${text} s` : text;
}
