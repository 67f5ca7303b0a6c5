/** Of before 0.1.0: what they did is part of the first migration of each module by now. */
export const SQUASHED = [
  'TokenElicitation1763700002100',
  'SessionUserAgent1763700002200',
  'ElicitationOptIn1763700002300',
  'ApprovalTool1763700003100',
  'ApprovalKind1763700003200',
  'RequesterPauses1763700003300',
  'LookTwice1763700003400',
  'ApprovalSeq1763700003500',
  'TelemetryAge1763700004100',
  'PackedPoints1763700004200',
  'HealthDays1763700004300',
  'ChatSensitive1763700005100',
  'ChatGranted1763700005200',
];

/** The names that two of today's migrations had then. */
const RENAMED = ['Policy1700000003000', 'Telemetry1700000004000'];

/** What a person does about a database of before 0.1.0. */
export const DEVELOPMENT_VERSION = {
  what: 'made by a development version before 0.1.0',
  next:
    'Start with a new data folder. To keep the audit log, export it first with the version that made ' +
    'the database ("kenny audit export").',
} as const;

export interface DatabaseFacts {
  /** The first thing the engine finds wrong; null when it is whole. */
  readonly damage: string | null;
  /** Set on the server so that data may be lost; null when all is as it should be. */
  readonly warning: string | null;
  /** Migrations that the next start runs. */
  readonly pending: readonly string[];
  /** Migrations of before 0.1.0 that no start runs any more. */
  readonly lacking: readonly string[];
  /** Migrations of a newer kenny. */
  readonly newer: readonly string[];
  readonly bytes: number;
}

/** What the database has against what this version knows. */
export function compare(
  known: readonly string[],
  rows: readonly { name: string }[],
): Pick<DatabaseFacts, 'pending' | 'lacking' | 'newer'> {
  const applied = new Set(rows.map(({ name }) => name));
  const missing = (names: readonly string[]) => names.filter((name) => !applied.has(name));
  const isOld = [...SQUASHED, ...RENAMED].some((name) => applied.has(name));
  const accountedFor = new Set([...known, ...SQUASHED, ...RENAMED]);
  return {
    pending: missing(known),
    lacking: isOld ? missing(SQUASHED).filter((name) => !known.includes(name)) : [],
    newer: [...applied].filter((name) => !accountedFor.has(name)),
  };
}
