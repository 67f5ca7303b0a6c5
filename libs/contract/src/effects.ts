import type { Risk } from './define/tool.js';

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

const HARMLESS = {
  deletes: 'deletes nothing',
  again: 'running it again does no harm',
  internet: 'does not use the internet',
} as const;

/** The same in a few words each, the gravest first. */
export function effectWords({ reads, deletes, costs, again, internet }: Effects): string[] {
  const after = internet ? 'may use the internet' : HARMLESS.internet;
  if (reads) return ['changes nothing', after];
  const gravest = lossesIn({ deletes, costs });
  const nothing = deletes === undefined ? [HARMLESS.deletes] : [];
  return [...gravest, ...nothing, again ?? HARMLESS.again, after];
}

/** What somebody may lose by it, the gravest first. */
export function lossesIn({ deletes, costs }: Pick<Effects, 'deletes' | 'costs'>): string[] {
  return [
    ...(deletes === undefined ? [] : [`deletes ${deletes}`]),
    ...(costs === undefined ? [] : [costs]),
  ];
}

/** Nobody loses anything by it. */
export const costsNobody = (effects: Effects): boolean => lossesIn(effects).length === 0;

/**
 * How much whoever decides has to look at: any script is high, but a fix of kenny's own that costs
 * nobody anything brings no foreign code (ADR 0097).
 */
export function ratedRisk(risk: Risk, isHarmless: boolean): Exclude<Risk, 'none'> {
  if (risk === 'high' && isHarmless) return 'medium';
  return risk === 'none' ? 'low' : risk;
}

/** Of these words, those about what somebody may mind; for a list, where nobody decides yet. */
export function notableEffects(effects: Effects): string[] {
  const harmless: readonly string[] = Object.values(HARMLESS);
  const words = effectWords(effects);
  const notable = words.filter((one) => !harmless.includes(one));
  return notable.length > 0 ? notable : words.slice(0, 1);
}

export const SERVICE_RESTARTS: Effects = { again: 'a second run means a second restart' };
export const PC_RESTARTS: Effects = {
  costs: 'may lose work that is not saved',
  again: 'a second run means a second restart',
};
