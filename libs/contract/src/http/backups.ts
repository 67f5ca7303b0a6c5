import {
  Bool,
  Field,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../define/decorators.js';
import { TIME_OF_DAY_PATTERN } from './alert-words.js';
import {
  BACKUP_KEEP_REACH,
  BACKUP_KINDS,
  BACKUP_PASSPHRASE,
  BACKUP_PHASES,
  RUN_KINDS,
  type BackupKind,
  type BackupPhase,
  type RunKind,
} from './vocabulary.js';

/** Backups of the server: `/api/server/backups` (ADR 0086). Times are ISO 8601. */

/** One that is being sent. */
export class BackupOnTheWay {
  /** Of its file. */
  @Text({ max: 64 })
  name!: string;

  @Whole({ min: 0, max: 100 })
  percent!: number;
}

/** One that is whole. */
export class BackupView {
  /** Of its file. */
  @Text({ max: 64 })
  name!: string;

  @OneOf(BACKUP_KINDS)
  kind!: BackupKind;

  @Text({ max: 40 })
  made_at!: string;

  @Whole({ min: 0 })
  bytes!: number;

  @Bool()
  encrypted!: boolean;

  /** It is in the bucket as well; null: backups stay here, or nobody has looked yet. */
  @Nullable()
  @Bool()
  sent!: boolean | null;
}

/** The bucket that backups are sent to as well (ADR 0091). */
export class BackupCopies {
  /** Host, bucket and prefix. */
  @Text({ max: 1_200 })
  place!: string;

  /** The bucket is being asked, or sent to. */
  @Bool()
  busy!: boolean;

  /** On its way just now. */
  @Nullable()
  @Nested(() => BackupOnTheWay)
  sending!: BackupOnTheWay | null;

  /** When the bucket was last asked what it has. */
  @Nullable()
  @Text({ max: 40 })
  looked_at!: string | null;

  /** Why the last one was not sent, and what to do. */
  @Nullable()
  @Text({ max: 1_000 })
  trouble!: string | null;
}

/** One that is being made. */
export class BackupProgress {
  @OneOf(BACKUP_KINDS)
  kind!: BackupKind;

  @OneOf(BACKUP_PHASES)
  phase!: BackupPhase;

  /** Of this phase. */
  @Whole({ min: 0, max: 100 })
  percent!: number;

  @Text({ max: 40 })
  started_at!: string;
}

/** When kenny makes backups by itself and how many it keeps (ADR 0093); `PUT …/plan` takes it whole. */
export class BackupPlan {
  /** One each day. */
  @Bool()
  automatic!: boolean;

  /** Not before this time of day; null: whenever the last one is a day old. */
  @Nullable()
  @Text({ max: 5, pattern: TIME_OF_DAY_PATTERN })
  at!: string | null;

  @Text({ min: 1, max: 64 })
  @Field({ description: 'Time zone of `at`.', example: 'Europe/Berlin' })
  time_zone!: string;

  /** The newest of so many days. */
  @Whole(BACKUP_KEEP_REACH.days)
  keep_days!: number;

  /** And of so many weeks. */
  @Whole(BACKUP_KEEP_REACH.weeks)
  keep_weeks!: number;
}

/** What `POST …/{name}/download` carries. */
export class DownloadBackupBody {
  /** Encrypts the copy; without it the copy is what lies on the server. */
  @Optional()
  @Text(BACKUP_PASSPHRASE)
  passphrase?: string;
}

/** A copy that is ready to be fetched. */
export class BackupDownload {
  /** Name to save it under. */
  @Text({ max: 64 })
  name!: string;

  /** Where it is fetched, once and by whoever asked for it. */
  @Text({ max: 200 })
  path!: string;

  @Whole({ min: 1 })
  @Field({ description: 'So long the path is good.', unit: 's' })
  expires_in_s!: number;
}

/** A backup from elsewhere, which waits to be restored. */
export class UploadedBackup {
  @Whole({ min: 0 })
  bytes!: number;

  @Bool()
  encrypted!: boolean;

  /** Null: it is encrypted, so nobody has looked into it. */
  @Nullable()
  @Text({ max: 40 })
  made_at!: string | null;
}

/** What `POST …/{name}/restore` carries. */
export class RestoreBackupBody {
  /** Of a copy that was encrypted with one. */
  @Optional()
  @Text({ min: 1, max: BACKUP_PASSPHRASE.max })
  passphrase?: string;

  /** The private key of age that opens it. */
  @Optional()
  @Text({ max: 4096, pattern: '^AGE-SECRET-KEY-[0-9A-Z-]+$' })
  key?: string;
}

/** A backup that is whole, fits this server and is in place once the server has started again. */
export class BackupRestored {
  @Text({ max: 40 })
  made_at!: string;

  /** The folder on the server that keeps what is there now. */
  @Text({ max: 4096 })
  kept_in!: string;
}

/** The newest backup of which somebody has a copy. */
export class DownloadedBackup {
  @Text({ max: 64 })
  name!: string;

  @Text({ max: 40 })
  made_at!: string;

  /** When the last copy of any was sent whole. */
  @Text({ max: 40 })
  downloaded_at!: string;
}

/** What a restore depends on. */
export class BackupServer {
  /** As KENNY_RUNS_AS says, else as far as it can be seen; null: the page asks. */
  @Nullable()
  @OneOf(RUN_KINDS)
  runs_as!: RunKind | null;

  @Text({ max: 4096 })
  data_folder!: string;

  /** Its data is in PostgreSQL: a restored folder has to be copied there. */
  @Bool()
  postgres!: boolean;

  /** Its PCs are made up: nothing is restored. */
  @Bool()
  demo!: boolean;
}

export class BackupState {
  /** Where they lie, on the server. */
  @Text({ max: 4096 })
  folder!: string;

  @Nested(() => BackupServer)
  server!: BackupServer;

  @Nested(() => BackupPlan)
  plan!: BackupPlan;

  /** KENNY_BACKUP_EVERY says whether they are made: nobody else can. */
  @Bool()
  fixed!: boolean;

  /** The next one is encrypted to the keys of KENNY_BACKUP_RECIPIENTS. */
  @Bool()
  encrypts!: boolean;

  @Nullable()
  @Nested(() => BackupProgress)
  running!: BackupProgress | null;

  /** Why the last one was not made, and what to do. */
  @Nullable()
  @Text({ max: 1_000 })
  trouble!: string | null;

  /** Null: they stay in the folder. */
  @Nullable()
  @Nested(() => BackupCopies)
  copies!: BackupCopies | null;

  /** Null: no copy was ever downloaded. */
  @Nullable()
  @Nested(() => DownloadedBackup)
  downloaded!: DownloadedBackup | null;

  /** Newest first. */
  @ListOf(() => BackupView, 200)
  items!: BackupView[];
}
