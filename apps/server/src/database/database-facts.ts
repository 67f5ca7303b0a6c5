/** The first released schema is of then: what ran before was never released (ms, in names). */
const FIRST_RELEASE_MS = 1_795_700_000_000;

/** What a person does about a database of before 0.1.0. */
export const DEVELOPMENT_VERSION = {
  what: 'made by a development version before 0.1.0',
  next:
    'Start with a new data folder. To keep the data, see "A database of before 0.1.0" in ' +
    'docs/guides/troubleshooting.md; to keep the audit log alone, export it first with the version ' +
    'that made the database ("kenny audit export").',
} as const;

export interface DatabaseFacts {
  /** The first thing the engine finds wrong; null when it is whole. */
  readonly damage: string | null;
  /** Set on the server so that data may be lost; null when all is as it should be. */
  readonly warning: string | null;
  /** Migrations that the next start runs. */
  readonly pending: readonly string[];
  /** Migrations of before 0.1.0, which no version knows any more, the last one last. */
  readonly unreleased: readonly string[];
  /** Migrations of a newer kenny. */
  readonly newer: readonly string[];
  readonly bytes: number;
}

/** What the database has against what this version knows. */
export function compare(
  known: readonly string[],
  rows: readonly { name: string }[],
): Pick<DatabaseFacts, 'pending' | 'unreleased' | 'newer'> {
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.includes(name)).sort(byTime);
  return {
    pending: known.filter((name) => !applied.has(name)),
    unreleased: unknown.filter((name) => timeOf(name) < FIRST_RELEASE_MS),
    newer: unknown.filter((name) => timeOf(name) >= FIRST_RELEASE_MS),
  };
}

/** At the end of its name; a name without is of some future. */
const timeOf = (name: string): number =>
  Number(/\d{13}$/.exec(name)?.[0] ?? Number.MAX_SAFE_INTEGER);
const byTime = (a: string, b: string): number => timeOf(a) - timeOf(b);
