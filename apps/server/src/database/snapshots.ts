export interface SnapshotWork {
  /** Told how far it is, from 0 to 1; what it waits for is a pause for everybody else. */
  readonly onProgress: (share: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Called before migrations change a database of an earlier version; what it throws prevents them. */
export type BeforeMigrations = (
  snapshots: Snapshots,
  pending: readonly string[],
) => Promise<void> | void;

/** Copies the database as it is at one moment into an SQLite file, while everybody goes on. */
export abstract class Snapshots {
  /** Roughly what the file will take. */
  abstract bytes(): Promise<number>;
  /** @param file - must not exist */
  abstract take(file: string, work: SnapshotWork): Promise<void>;
}
