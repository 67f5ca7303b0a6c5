import { computed, type Signal } from '@angular/core';
import { lazy } from '../scheduling/lazy';
import { keptChoice, type KeptChoice } from './kept-choice';

/** How numbers and dates are written; words stay English. */
export const REGION_WORDS = {
  ...{ system: 'Same as this device', 'en-GB': 'English (UK)', 'en-US': 'English (US)' },
  ...{ 'de-DE': 'Deutsch', 'de-CH': 'Deutsch (Schweiz)', 'fr-FR': 'Français' },
  ...{ 'nl-NL': 'Nederlands', 'sv-SE': 'Svenska' },
} as const;

export const CLOCK_WORDS = {
  system: 'Same as the region',
  h23: '24 hours',
  h12: '12 hours',
} as const;

/** What a formatter is made from. */
interface Writing {
  readonly locale: string;
  /** Of what has names of days or months in it. */
  readonly words: string;
  readonly english: boolean;
  readonly clock: Readonly<Pick<Intl.DateTimeFormatOptions, 'hourCycle'>>;
  /** `9:11 PM`, but `09:11`. */
  readonly hour: 'numeric' | '2-digit';
}

/** Read without an injector: whatever writes a number or a moment follows them. */
export const region = kept('kenny.region', REGION_WORDS);
export const clock = kept('kenny.clock', CLOCK_WORDS);

const writing = computed<Writing>(() => {
  const [chosen, cycle] = [region.choice(), clock.choice()];
  const locale = chosen === 'system' ? new Intl.NumberFormat().resolvedOptions().locale : chosen;
  const english = locale.startsWith('en');
  const own = cycle === 'system' ? {} : { hourCycle: cycle };
  return {
    ...{ locale, english, words: english ? locale : 'en-GB' },
    ...{ clock: own, hour: isOfTwelve(locale, own) ? 'numeric' : '2-digit' },
  };
});

function isOfTwelve(locale: string, clock: Writing['clock']): boolean {
  const options = { hour: 'numeric', ...clock } as const;
  return new Intl.DateTimeFormat(locale, options).resolvedOptions().hour12 === true;
}

/** A formatter of `Intl` as the reader wants it, made when it is first used or a little ahead. */
export function formatter<T>(make: (writing: Writing) => T): Signal<T> {
  const made = computed(() => make(writing()));
  lazy(made);
  return made;
}

function kept<T extends string>(
  key: string,
  words: Readonly<Record<T | 'system', string>>,
): KeptChoice<T | 'system'> & { readonly all: readonly (T | 'system')[] } {
  const all = Object.keys(words) as (T | 'system')[];
  return { ...keptChoice(key, all, 'system'), all };
}
