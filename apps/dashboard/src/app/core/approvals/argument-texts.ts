import { CLEAN_TARGETS, type ApprovalView, type CleanTarget } from '@kenny/contract/web';
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
  if (isListOfTargets(value)) return value.map((target) => CLEAN_TARGETS[target]).join('\n');
  if (isListOfLines(value)) return value.join('\n');
  const text = JSON.stringify(value);
  return typeof value === 'number' && unitOf(name, new Map()) === 's' ? `${text} s` : text;
}

/** What a clean-up empties; undefined of any other call. */
export function targetsIn(args: ApprovalView['args']): CleanTarget[] | undefined {
  return Object.values(args).find(isListOfTargets);
}

/** All of them: what merely resembles one of ours is shown as it is. */
export function isListOfTargets(value: unknown): value is CleanTarget[] {
  return isListOfLines(value) && value.every((one) => Object.hasOwn(CLEAN_TARGETS, one));
}

/** One a line says the same as JSON only where none of them is empty or has lines of its own. */
function isListOfLines(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => typeof one === 'string' && /^\S(?:[^\r\n\u2028\u2029]*\S)?$/.test(one))
  );
}
