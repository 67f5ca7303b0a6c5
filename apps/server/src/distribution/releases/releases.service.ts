import {
  compareVersions,
  publishedName,
  type ReleaseList,
  type ReleaseManifest,
  type ReleaseView,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AuditLog } from '../../audit/index.js';
import { by, type Acting } from '../../auth/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { DownloadSlots } from './download-slots.js';
import { ReleaseFolder } from './release-folder.js';
import { ReleaseKey } from './release-key.js';
import { inOrder, newestFirst, overLimit, RELEASE_LIMITS, releaseView } from './release-rules.js';
import type { ReleaseEntity } from './release.entity.js';
import { ReleasesRepository, type ReleaseTarget } from './releases.repository.js';
import { takeIn } from './take-in.js';

/** A published release. */
export type PublishedRelease = Readonly<ReleaseEntity>;

/** A running download; the caller must end it. */
export interface ReleaseDownload {
  readonly release: PublishedRelease;
  readonly handle: FileHandle;
  end(): Promise<void>;
}

/** Agent releases: publish, list, serve, withdraw. */
@Injectable()
export class ReleasesService implements OnModuleInit {
  private readonly logger = new Logger(ReleasesService.name);
  private readonly slots = new DownloadSlots();
  private readonly arriving = new Set<string>();
  /** When an update to each was last requested, in monotonic ms. */
  private readonly promised = new Map<string, number>();
  /** Files of withdrawn releases that are being deleted. */
  private readonly removing = new Map<string, Promise<void>>();

  constructor(
    private readonly rows: ReleasesRepository,
    private readonly folder: ReleaseFolder,
    private readonly key: ReleaseKey,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const published = await this.rows.published();
    await this.folder.prepare(new Set(published.map(({ name }) => name)));
    for (const { name } of published) {
      if (!(await this.folder.has(name))) {
        this.logger.warn(`The file of the release ${name} is gone: publish it again.`);
      }
    }
  }

  async list(): Promise<ReleaseList> {
    const there = await this.there();
    return { items: there.toSorted(inOrder).map(releaseView), next_cursor: null };
  }

  /**
   * Takes a file in and hands it out from then on, under a name made of its manifest.
   * @throws KennyError `validation` for a wrong signature, `conflict` for a name that is taken,
   *   `rate_limited`, and what `takeIn` says of the file
   */
  async publish(acting: Acting, manifest: ReleaseManifest, file: Readable): Promise<ReleaseView> {
    const verified = this.key.mustHaveSigned(manifest);
    const name = publishedName(manifest);
    // Reserved during the look-up, so that two uploads cannot both find the name free.
    this.mustHaveRoom(name);
    this.arriving.add(name);
    try {
      await this.mustBeNew(name, manifest);
      await this.store(name, manifest, file);
      return await this.announce(acting, { ...manifest, name, verified });
    } finally {
      this.arriving.delete(name);
    }
  }

  /** @throws KennyError `not_found` */
  async withdraw(acting: Acting, name: string): Promise<void> {
    await this.writer.write(async (tx) => {
      const release = await this.rows.byName(name, tx);
      if (release?.withdrawn_at !== null) throw noSuchRelease(name);
      await this.retire(tx, acting, release, 'withdraw');
    });
    await this.removing.get(name);
  }

  /**
   * What a PC of that kind can be updated to: the version asked for, else the newest.
   * @throws KennyError `not_found`
   */
  async choose(target: ReleaseTarget, version?: string): Promise<ReleaseEntity> {
    const there = await this.there(target);
    const fitting =
      version === undefined
        ? there
        : there.filter((one) => compareVersions(one.version, version) === 0);
    const [chosen] = fitting.toSorted(newestFirst);
    if (!chosen) {
      const which = version === undefined ? 'No release' : `No release ${version}`;
      throw new KennyError(
        'not_found',
        `${which} for ${target.os} on ${target.arch} is published; "kenny release list" shows what is.`,
      );
    }
    this.promised.set(chosen.name, this.clock.monotonic());
    return chosen;
  }

  /** The public facts. @throws KennyError `not_found` */
  async published(name: string): Promise<ReleaseEntity> {
    const release = await this.rows.byName(name);
    if (release?.withdrawn_at !== null) throw noSuchRelease(name);
    return release;
  }

  /**
   * @param cutOff - ends the sending when the download has had its time
   * @throws KennyError `not_found`, `rate_limited`, `unavailable`
   */
  async download(name: string, address: string, cutOff: () => void): Promise<ReleaseDownload> {
    const release = await this.published(name);
    const free = this.slots.take(name, address);
    try {
      const handle = await this.folder.open(name);
      const late = () => {
        free();
        cutOff();
      };
      const deadline = this.clock.setTimer(late, RELEASE_LIMITS.downloadMs);
      return {
        release,
        handle,
        end: async () => {
          deadline.cancel();
          free();
          await handle.close();
        },
      };
    } catch (error) {
      free();
      this.logger.warn(`The file of the release ${name} cannot be read: ${String(error)}`);
      throw noSuchRelease(name);
    }
  }

  private async there(target: Partial<ReleaseTarget> = {}): Promise<ReleaseEntity[]> {
    const rows = await this.rows.published(target);
    const found = await Promise.all(rows.map(({ name }) => this.folder.has(name)));
    return rows.filter((_, index) => found[index]);
  }

  private async mustBeNew(name: string, { sha256 }: ReleaseManifest): Promise<void> {
    const known = await this.rows.byName(name);
    if (!known) return;
    if (known.sha256 !== sha256) {
      throw new KennyError(
        'conflict',
        `${name} was published with different content. Raise the version.`,
      );
    }
    if (known.withdrawn_at === null && (await this.folder.has(name))) {
      throw new KennyError('conflict', `${name} is already published with this content.`);
    }
  }

  private mustHaveRoom(name: string): void {
    if (this.arriving.has(name)) {
      throw new KennyError('conflict', `${name} is being uploaded by somebody else right now.`);
    }
    if (this.arriving.size >= RELEASE_LIMITS.uploads) {
      throw new KennyError('rate_limited', 'Other uploads are in progress; wait for one to end.');
    }
  }

  private async store(name: string, manifest: ReleaseManifest, file: Readable): Promise<void> {
    const incoming = await this.folder.begin();
    try {
      await takeIn(file, incoming.handle, manifest);
      // The pending deletion of a withdrawn namesake would delete the new file.
      await this.removing.get(name);
      await this.folder.place(incoming, name);
    } catch (error) {
      await this.folder.discard(incoming);
      throw error;
    }
  }

  private async announce(
    acting: Acting,
    made: ReleaseManifest & Pick<ReleaseEntity, 'name' | 'verified'>,
  ): Promise<ReleaseView> {
    const { kind, id, name: publisher_name } = acting.principal;
    const { name, version, os, arch, size, sha256, sig, verified } = made;
    const release = {
      ...{ name, version, os, arch, size, sha256, sig, verified },
      ...{ publisher_kind: kind, publisher_id: id, publisher_name },
      ...{ published_at: this.clock.now(), withdrawn_at: null },
    };
    try {
      await this.writer.write(async (tx) => {
        await this.rows.save(tx, release);
        await this.record(tx, acting, release, 'publish');
        await this.makeRoom(tx, acting, release);
      });
    } catch (error) {
      await this.folder.remove(name);
      throw error;
    }
    return releaseView(release);
  }

  /** Releases that a PC is fetching, or was just told to fetch, stay. */
  private async makeRoom(tx: Tx, acting: Acting, target: ReleaseTarget): Promise<void> {
    for (const old of overLimit(await this.rows.publishedOf(tx, target))) {
      const promised = this.promised.get(old.name) ?? -Infinity;
      const isWanted = this.clock.monotonic() < promised + RELEASE_LIMITS.promisedMs;
      if (!isWanted && !this.slots.isFetched(old.name))
        await this.retire(tx, acting, old, 'expire');
    }
  }

  private async retire(
    tx: Tx,
    acting: Acting,
    release: ReleaseEntity,
    action: 'withdraw' | 'expire',
  ): Promise<void> {
    await this.rows.withdraw(tx, release.name, this.clock.now());
    await this.record(tx, acting, release, action);
    tx.onCommit(() => this.beginRemoval(release.name));
  }

  private beginRemoval(name: string): void {
    const removed = this.removeFile(name).finally(() => this.removing.delete(name));
    this.removing.set(name, removed);
  }

  private async removeFile(name: string): Promise<void> {
    try {
      await this.folder.remove(name);
    } catch (error) {
      // It is no longer served; the next start tries again.
      this.logger.warn(`The file of the release ${name} cannot be removed: ${String(error)}`);
    }
  }

  private async record(
    tx: Tx,
    acting: Acting,
    { name, version, os, arch, size, sha256, verified }: ReleaseEntity,
    action: 'publish' | 'withdraw' | 'expire',
  ): Promise<void> {
    await this.audit.append(tx, {
      ...by(acting),
      kind: 'release',
      target: name,
      args: { action, version, os, arch, size, sha256, verified },
      ok: true,
    });
  }
}

function noSuchRelease(name: string): KennyError {
  return new KennyError('not_found', `There is no release ${name.slice(0, 128)} here.`);
}
