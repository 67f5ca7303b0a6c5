import { API_PATHS, type BackupDownload, type DownloadBackupBody } from '@kenny/contract';
import { type Clock, SECOND_MS, type Timer } from '@kenny/kernel';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin, type Acting } from '../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { Writer } from '../database/index.js';
import { CLOCK, KennyError } from '../kernel/index.js';
import { DownloadedCopy } from '../settings/index.js';
import { ArchiveFault } from './archive/archive-fault.js';
import { isEncrypted, readArchive } from './archive/read-archive.js';
import { sealedWith } from './archive/sealed-with.js';
import { parseName, type StoredBackup } from './backup-folder.js';

/** A browser follows at once; what is found later in its history opens nothing. */
const TICKET_S = 60;
/** Of people who press a button. */
const TICKETS_MOST = 20;

interface Ticket {
  readonly file: Omit<StoredBackup, 'bytes'>;
  readonly passphrase: string | undefined;
  readonly tokenId: string | null;
  /** Forgets it: a passphrase must not stay in memory. */
  readonly end: Timer;
}

/** A copy on its way out. */
export interface LeavingCopy {
  readonly name: string;
  /** Null: nobody knows before the last byte. */
  readonly bytes: number | null;
  readonly content: Readable;
  /** To be called when its last byte was sent. */
  readonly arrived: () => Promise<void>;
}

/**
 * Hands backups to admins. Asked for with a body, so that no passphrase is ever in an address; then
 * fetched from an address that is good once, so that the browser itself saves it piece by piece (ADR 0103).
 */
@Injectable()
export class BackupDownloads implements OnModuleDestroy {
  private readonly tickets = new Map<string, Ticket>();
  private checking = false;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'backup'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly copies: DownloadedCopy,
  ) {}

  /** @throws KennyError `not_found`, `conflict` for one that is damaged, `validation` */
  async order(
    acting: Acting,
    name: string,
    { passphrase }: DownloadBackupBody,
  ): Promise<BackupDownload> {
    mustBeAdmin(acting, 'download a backup');
    const parsed = parseName(name);
    if (!parsed) throw gone(name);
    if (parsed.encrypted && passphrase !== undefined) {
      const message = 'passphrase: this backup is encrypted already; leave it out';
      throw new KennyError('validation', message, { field: 'passphrase' });
    }
    this.mustHaveRoom();
    this.checking = true;
    try {
      await this.mustBeWhole(name);
    } finally {
      this.checking = false;
    }
    const id = randomBytes(24).toString('base64url');
    const end = this.clock.setTimer(() => this.tickets.delete(id), TICKET_S * SECOND_MS);
    const tokenId = acting.principal.token_id;
    this.tickets.set(id, { file: { ...parsed, name }, passphrase, tokenId, end });
    return {
      name: savedAs(name, passphrase),
      path: API_PATHS.serverBackupFile(id),
      expires_in_s: TICKET_S,
    };
  }

  /** Whether it could be fetched. @throws KennyError `not_found` */
  mustBeGood(acting: Acting, id: string): void {
    this.ticketOf(acting, id);
  }

  /** No byte leaves before the audit log has it. @throws KennyError `not_found` */
  async fetch(acting: Acting, id: string): Promise<LeavingCopy> {
    mustBeAdmin(acting, 'download a backup');
    const { file, passphrase } = this.ticketOf(acting, id);
    this.forget(id);
    const { name, made_at, encrypted } = file;
    const handle = await this.opened(name);
    try {
      const { size } = await handle.stat();
      const plain = handle.createReadStream();
      const sealed = passphrase === undefined ? null : await sealedWith(plain, passphrase);
      await this.record(acting, name, encrypted || sealed !== null);
      return {
        name: savedAs(name, passphrase),
        ...(sealed ? { bytes: null, content: sealed } : { bytes: size, content: plain }),
        arrived: () => this.copies.note(name, made_at),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  onModuleDestroy(): void {
    for (const id of this.tickets.keys()) this.forget(id);
  }

  private forget(id: string): void {
    this.tickets.get(id)?.end.cancel();
    this.tickets.delete(id);
  }

  /** Asked before the check, which reads a whole backup. */
  private mustHaveRoom(): void {
    if (this.checking) {
      const words = 'kenny is still checking another backup for a download; try again in a minute.';
      throw new KennyError('rate_limited', words, { retry_after: TICKET_S });
    }
    if (this.tickets.size >= TICKETS_MOST) {
      const words = 'Too many downloads were asked for and not fetched; try again in a minute.';
      throw new KennyError('rate_limited', words, { retry_after: TICKET_S });
    }
  }

  private ticketOf({ principal }: Acting, id: string): Ticket {
    const ticket = this.tickets.get(id);
    if (ticket?.tokenId === principal.token_id) return ticket;
    throw new KennyError(
      'not_found',
      'This download was fetched already, or a minute has passed. Press Download again.',
    );
  }

  private async mustBeWhole(name: string): Promise<void> {
    const file = this.pathOf(name);
    await (await this.opened(name)).close();
    try {
      // Nobody but who has the key can look into an encrypted one.
      if (await isEncrypted(file)) return;
      await readArchive({ file, identities: [] });
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      throw new KennyError(
        'conflict',
        `This backup is damaged (${error.message}), so a copy would restore nothing. Take another one.`,
      );
    }
  }

  private async opened(name: string): Promise<FileHandle> {
    try {
      return await open(this.pathOf(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw gone(name);
      throw error;
    }
  }

  private async record(acting: Acting, file: string, encrypted: boolean): Promise<void> {
    await this.writer.write((tx) =>
      this.audit.append(tx, {
        ...by(acting),
        kind: 'export',
        target: 'backup_download',
        args: { file, encrypted },
        ok: true,
      }),
    );
  }

  private pathOf(name: string): string {
    return join(this.config.backup.dir, name);
  }
}

const savedAs = (name: string, passphrase: string | undefined): string =>
  passphrase === undefined ? name : `${name}.age`;

function gone(name: string): KennyError {
  return new KennyError(
    'not_found',
    `There is no backup ${name.slice(0, 64)} any more: it was deleted, or made room for newer ones.`,
  );
}
