import type { PermissionAnswer, PermissionOption } from './ask.js';

/** As it is sent: one of the agent's options, or `cancelled`. */
export type PermissionOutcome =
  { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' };

/**
 * The option for an answer, by its kind and never by its place or its name. A standing allow is
 * never chosen: where nothing allows once, "yes" becomes "no". Without a way to say "no" once, the
 * ask is cancelled.
 */
export function optionFor(
  answer: PermissionAnswer,
  options: readonly PermissionOption[],
): PermissionOutcome {
  switch (answer.answer) {
    case 'allow':
      return selected(options, 'allow_once') ?? optionFor({ answer: 'reject' }, options);
    case 'reject':
      return selected(options, 'reject_once') ?? { outcome: 'cancelled' };
    case 'cancelled':
      return { outcome: 'cancelled' };
    case 'option':
      return chosen(answer.optionId, options) ?? optionFor({ answer: 'reject' }, options);
  }
}

/** Whether somebody may choose this option: all but what allows more than this one call. */
export function isChoosable({ kind }: PermissionOption): boolean {
  return kind !== 'allow_always' && kind !== 'other';
}

function selected(
  options: readonly PermissionOption[],
  kind: PermissionOption['kind'],
): PermissionOutcome | undefined {
  const option = options.find((one) => one.kind === kind);
  return option && { outcome: 'selected', optionId: option.optionId };
}

function chosen(
  optionId: string,
  options: readonly PermissionOption[],
): PermissionOutcome | undefined {
  const option = options.find((one) => one.optionId === optionId);
  return option && isChoosable(option) ? { outcome: 'selected', optionId } : undefined;
}
