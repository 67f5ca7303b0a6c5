/** What is known of a call beyond doubt: what is not named it does not do. */
export interface Effects {
  /** It changes nothing. */
  readonly reads?: boolean;
  /** What goes, behind `deletes`. */
  readonly deletes?: string;
  /** What else somebody may lose or notice. */
  readonly costs?: string;
  /** What a second run does; without it, nothing more. */
  readonly again?: string;
  readonly internet?: boolean;
}

/** The same in a few words each, the gravest first. */
export function effectWords({ reads, deletes, costs, again, internet }: Effects): string[] {
  const after = internet ? 'may use the internet' : 'does not use the internet';
  if (reads) return ['changes nothing', after];
  const gravest = [
    ...(deletes === undefined ? [] : [`deletes ${deletes}`]),
    ...(costs === undefined ? [] : [costs]),
    ...(deletes === undefined ? ['deletes nothing'] : []),
  ];
  return [...gravest, again ?? 'running it again does no harm', after];
}

export const SERVICE_RESTARTS: Effects = { again: 'a second run means a second restart' };
export const PC_RESTARTS: Effects = {
  costs: 'may lose work that is not saved',
  again: 'a second run means a second restart',
};
