import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CAPS, SERVER_FILES } from '@kenny/contract';
import { type Clock, HOUR_MS, iso } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import type { AppConfig } from '../config/index.js';
import type { Reads, Tx, Writer } from '../database/index.js';
import { KennyError, principalKey, type Principal } from '../kernel/index.js';
import { ArtifactEntity, type ArtifactMime } from './artifact.entity.js';
import { servedType } from './image-type.js';

/** Blobs are short-lived by design. */
export const ARTIFACT_CAPS = {
  bytes: CAPS.responseBytes,
  lifeMs: HOUR_MS,
  /** Per owner; the oldest are evicted. */
  perOwner: { count: 50, bytes: 128 * 1024 * 1024 },
  /** In total; beyond it nothing is stored until something has expired. */
  total: { count: 1_000, bytes: 1024 * 1024 * 1024 },
} as const;

export type ArtifactLimits = Pick<typeof ARTIFACT_CAPS, 'bytes' | 'lifeMs'> & {
  readonly perOwner: { readonly count: number; readonly bytes: number };
  readonly total: { readonly count: number; readonly bytes: number };
};

export type ArtifactOwner = Pick<Principal, 'kind' | 'id'> | { kind: 'agent'; id: string };

/** Metadata of a blob. */
export interface Artifact {
  readonly id: string;
  readonly mime: ArtifactMime;
  readonly size: number;
  readonly sha256: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly expires_at: string;
}

export interface ArtifactStoreParts {
  config: Pick<AppConfig, 'dataDir'>;
  writer: Writer;
  reads: Reads;
  clock: Clock;
  limits?: ArtifactLimits;
}

/** Screenshots belong to the PC. */
const keyOf = (owner: ArtifactOwner): string =>
  owner.kind === 'agent' ? `agent:${owner.id}` : principalKey(owner);

const ID = /^art_[A-Za-z0-9_-]{43}$/;

/**
 * Screenshots and cut texts as blobs in the data folder: capped, bound to their owner, deleted
 * after an hour. Ids cannot be guessed, and an id alone opens nothing.
 */
export class ArtifactStore {
  private readonly logger = new Logger('ArtifactStore');
  private readonly folder: string;
  private readonly limits: ArtifactLimits;

  private constructor(private readonly parts: ArtifactStoreParts) {
    this.folder = join(parts.config.dataDir, SERVER_FILES.blobs);
    this.limits = parts.limits ?? ARTIFACT_CAPS;
  }

  /** Makes the folder and deletes leftovers of a crash. */
  static async open(parts: ArtifactStoreParts): Promise<ArtifactStore> {
    const store = new ArtifactStore(parts);
    await mkdir(store.folder, { recursive: true, mode: 0o700 });
    await store.removeOrphans();
    return store;
  }

  /**
   * @param keep - the most the owner may have; the oldest are evicted
   * @throws KennyError `too_large`, or `unavailable` when everybody together holds too much.
   */
  async put(
    owner: ArtifactOwner,
    claimed: ArtifactMime,
    bytes: Buffer,
    keep = this.limits.perOwner.count,
  ): Promise<Artifact> {
    if (bytes.length > this.limits.bytes) {
      throw new KennyError('too_large', `A blob may have at most ${this.limits.bytes} bytes.`);
    }
    const now = this.parts.clock.now();
    const artifact = {
      id: `art_${randomBytes(32).toString('base64url')}`,
      owner: keyOf(owner),
      mime: servedType(claimed, bytes),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: now,
      expires_at: now + this.limits.lifeMs,
    };
    await writeFile(this.fileOf(artifact.id), bytes, { flag: 'wx', mode: 0o600 });
    try {
      await this.parts.writer.write(async (tx) => {
        await this.makeRoom(tx, artifact, keep);
        await tx.manager.insert(ArtifactEntity, artifact);
      });
    } catch (error) {
      await this.removeFiles([artifact.id]);
      throw error;
    }
    return viewOf(artifact);
  }

  /** @throws KennyError `not_found`, also for somebody else's */
  async get(owner: ArtifactOwner, id: string): Promise<{ artifact: Artifact; bytes: Buffer }> {
    const row = ID.test(id)
      ? await this.parts.reads.manager.findOneBy(ArtifactEntity, { id })
      : null;
    const mine = row?.owner === keyOf(owner) && row.expires_at > this.parts.clock.now();
    const bytes = row && mine ? await this.bytesOf(id) : undefined;
    if (!row || !bytes) throw notFound();
    return { artifact: viewOf(row), bytes };
  }

  /** The newest that the owner has, if it has not expired. */
  async newest(owner: ArtifactOwner): Promise<{ artifact: Artifact; bytes: Buffer } | undefined> {
    // Replaced between its row and its file.
    for (let gone: string | undefined; ;) {
      const row = await this.parts.reads.manager.findOne(ArtifactEntity, {
        where: { owner: keyOf(owner) },
        order: { created_at: 'DESC', id: 'DESC' },
      });
      if (!row || row.id === gone || row.expires_at <= this.parts.clock.now()) return undefined;
      const bytes = await this.bytesOf(row.id);
      if (bytes) return { artifact: viewOf(row), bytes };
      gone = row.id;
    }
  }

  private async bytesOf(id: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.fileOf(id));
    } catch (error) {
      this.logger.warn(`The file of artifact ${id} cannot be read: ${String(error)}`);
      return undefined;
    }
  }

  /** Removes what has expired. */
  async expire(now: number): Promise<void> {
    const expired = await this.parts.reads.manager.find(ArtifactEntity, {
      where: { expires_at: LessThanOrEqual(now) },
      select: { id: true },
    });
    const ids = expired.map(({ id }) => id);
    if (ids.length === 0) return;
    await this.parts.writer.write((tx) => tx.manager.delete(ArtifactEntity, { id: In(ids) }));
    await this.removeFiles(ids);
  }

  /** Evicts the owner's oldest, never somebody else's. */
  private async makeRoom(
    tx: Tx,
    incoming: { owner: string; size: number },
    keep: number,
  ): Promise<void> {
    const rows = await tx.manager.find(ArtifactEntity, { order: { created_at: 'ASC', id: 'ASC' } });
    const own = rows.filter(({ owner }) => owner === incoming.owner);
    const evicted: string[] = [];
    let left = { count: own.length + 1, bytes: sum(own) + incoming.size };
    const { perOwner, total } = this.limits;
    for (const { id, size } of own) {
      if (left.count <= keep && left.bytes <= perOwner.bytes) break;
      evicted.push(id);
      left = { count: left.count - 1, bytes: left.bytes - size };
    }
    const others = rows.filter(({ owner }) => owner !== incoming.owner);
    if (others.length + left.count > total.count || sum(others) + left.bytes > total.bytes) {
      throw new KennyError('unavailable', 'Too many blobs are waiting; try again in some minutes.');
    }
    if (evicted.length === 0) return;
    await tx.manager.delete(ArtifactEntity, { id: In(evicted) });
    tx.onCommit(() => void this.removeFiles(evicted));
  }

  private async removeOrphans(): Promise<void> {
    const rows = await this.parts.reads.manager.find(ArtifactEntity, { select: { id: true } });
    const known = new Set(rows.map(({ id }) => id));
    const files = await readdir(this.folder);
    await this.removeFiles(files.filter((name) => ID.test(name) && !known.has(name)));
  }

  private async removeFiles(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        await rm(this.fileOf(id), { force: true });
      } catch (error) {
        // It is no longer reachable; the next start tries again.
        this.logger.warn(`The file of artifact ${id} cannot be removed: ${String(error)}`);
      }
    }
  }

  private fileOf(id: string): string {
    return join(this.folder, id);
  }
}

const sum = (rows: readonly { size: number }[]): number =>
  rows.reduce((bytes, { size }) => bytes + size, 0);

function viewOf(row: Omit<ArtifactEntity, 'owner'>): Artifact {
  const { id, mime, size, sha256 } = row;
  return {
    ...{ id, mime, size, sha256 },
    ...{ created_at: iso(row.created_at), expires_at: iso(row.expires_at) },
  };
}

function notFound(): KennyError {
  return new KennyError('not_found', 'There is no such artifact, or it has expired.');
}
