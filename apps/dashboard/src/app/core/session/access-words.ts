import type { MeView, ToolClass } from '@kenny/contract/web';

/** The most that somebody may do, in two words. */
export function accessWords({
  scope,
  classes,
  decide,
}: Pick<MeView, 'scope' | 'decide'> & { readonly classes: readonly ToolClass[] }): string {
  if (decide) return 'can approve';
  return scope !== 'viewer' && classes.includes('change') ? 'can request changes' : 'can view';
}
