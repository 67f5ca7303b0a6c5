/** The first that a browser's name of itself has: the later ones are in the names of others, too. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox on Windows`; what says neither is shown as it is, and is data. */
export function browserWords(userAgent: string | null): string {
  if (userAgent === null) return 'An unnamed browser';
  const named = (table: readonly (readonly [string, string])[]) =>
    table.find(([part]) => userAgent.includes(part))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser || !system || !userAgent.startsWith('Mozilla/')) return userAgent;
  return `${browser} on ${system}`;
}

/** Whether the browser says that it runs on Windows. */
export function isWindows(userAgent: string): boolean {
  return userAgent.includes('Windows');
}

/** What the reader holds or sits at, as the browser says. */
export function deviceWords(userAgent: string): string {
  return /Android|iPhone/.test(userAgent) ? 'this phone' : 'this computer';
}
