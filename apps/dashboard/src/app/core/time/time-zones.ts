/** The zone that this browser keeps time by. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** All that are known here: the browser's own first, then by name. */
export function timeZones(): readonly string[] {
  return [...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** As people read it. */
export function zoneWords(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** Those with every word in their name: `york`, `europe vienna`. Without words, all. */
export function zonesLike(zones: readonly string[], text: string): readonly string[] {
  const wanted = plain(text).split(' ');
  return zones.filter((zone) => wanted.every((word) => plain(zone).includes(word)));
}

/** The zone that somebody means: its whole name, or the only one like it; undefined when unclear. */
export function zoneNamed(zones: readonly string[], text: string): string | undefined {
  const named = zones.find((zone) => plain(zone) === plain(text));
  const like = plain(text) === '' ? [] : zonesLike(zones, text);
  return named ?? (like.length === 1 ? like[0] : undefined);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_/,]+/g, ' ')
    .trim();
}
