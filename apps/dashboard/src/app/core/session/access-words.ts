import type { MeView, ToolClass } from '@kenny/contract/web';

/** The role of a person, in a word or two: the same wherever they are named. */
export function accessWords({
  scope,
  classes,
  decide,
}: Pick<MeView, 'scope' | 'decide'> & { readonly classes: readonly ToolClass[] }): string {
  if (scope === 'admin') return 'admin';
  if (decide) return 'can approve';
  return scope !== 'viewer' && classes.includes('change') ? 'can request changes' : 'can view';
}
