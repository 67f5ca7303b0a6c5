import type { ApprovalView } from '@kenny/contract/web';

/** Each argument as the text that a person reads. */
export function argumentTexts(
  args: ApprovalView['args'],
): { name: string; text: string; scalar: boolean }[] {
  return Object.entries(args).map(([name, value]) => ({
    name,
    scalar: typeof value === 'number' || typeof value === 'boolean',
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
