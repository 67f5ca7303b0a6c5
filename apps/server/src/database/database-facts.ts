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
  const isOld = SQUASHED.some((name) => applied.has(name));
  return {
    pending: missing(known),
    lacking: isOld ? missing(SQUASHED) : [],
    newer: [...applied].filter((name) => !known.includes(name) && !SQUASHED.includes(name)),
  };
}
