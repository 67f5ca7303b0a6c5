import { OPERATING_SYSTEMS, type Os, type PackageList, type PackageView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { by, mustBeAdmin } from '../../auth/index.js';
import { CLOCK, KennyError, type CallContext } from '../../kernel/index.js';
import { Packages } from '../packages.js';
import { PackagerProcess, type PackagerEnd } from './packager-process.js';
import { PackagingTools } from './packaging-tools.js';

const STOPPED = 'The server was stopped meanwhile.';

/** Builds packages when an admin first asks for them (ADR 0074), one at a time for each system. */
@Injectable()
export class PackageBuilds implements BeforeApplicationShutdown {
  private readonly logger = new Logger(PackageBuilds.name);
  private readonly running = new Map<Os, PackagerProcess>();
  private readonly done = new Map<Os, Promise<void>>();
  private readonly last = new Map<Os, PackagerEnd>();
  private readonly starting = new Set<Os>();
  private closing = false;

  constructor(
    private readonly packages: Packages,
    private readonly tools: PackagingTools,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(): Promise<PackageList> {
    return { items: await Promise.all(OPERATING_SYSTEMS.map((os) => this.view(os))) };
  }

  /** Whether an admin can have it built here. */
  canBuild(os: Os): boolean {
    return this.tools.obstacle(os) === null;
  }

  /**
   * Starts to build it, and answers at once.
   * @throws KennyError `forbidden`, `conflict` while it is being built, `unsupported` where it cannot be
   */
  async start(ctx: CallContext, os: Os): Promise<PackageView> {
    mustBeAdmin(ctx, 'build a package');
    if (this.closing) throw new KennyError('unavailable', 'The server is stopping.');
    if (this.running.has(os) || this.starting.has(os)) {
      throw new KennyError('conflict', `The package for ${os} is being built already.`);
    }
    const obstacle = this.tools.obstacle(os);
    if (obstacle !== null) {
      throw new KennyError('unsupported', obstacle ?? (await this.missing(os)) ?? NO_PROGRAM);
    }
    this.audit.mustTake('change');
    this.starting.add(os);
    const row = { ...by(ctx), kind: 'setting', target: `package for ${os}` } as const;
    try {
      await this.audit.recordDurably({ ...row, args: { action: 'build' }, ok: true });
      // It may have been asked to stop while that was written.
      if (this.closing) throw new KennyError('unavailable', 'The server is stopping.');
      const build = new PackagerProcess(this.tools.spec(os), this.clock);
      this.running.set(os, build);
      this.last.delete(os);
      this.done.set(os, this.follow(os, build, row));
    } finally {
      this.starting.delete(os);
    }
    return this.view(os);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (const build of this.running.values()) build.stop(STOPPED);
    await Promise.all(this.done.values());
  }

  private async follow(
    os: Os,
    build: PackagerProcess,
    row: ReturnType<typeof by> & { readonly kind: 'setting'; readonly target: string },
  ): Promise<void> {
    const end = await build.ended;
    // A program that says that all went well may still have left nothing.
    const trouble = end.trouble ?? (await this.missing(os));
    this.last.set(os, { ...end, trouble });
    this.running.delete(os);
    if (trouble === null) return;
    this.logger.warn(`the package for ${os} could not be built: ${trouble}`);
    this.audit.record({
      ...{ ...row, args: { action: 'build', why: trouble } },
      ...{ ok: false, code: 'internal' },
    });
  }

  private async view(os: Os): Promise<PackageView> {
    const [missing, obstacle] = [await this.missing(os), this.tools.obstacle(os)];
    const last = this.last.get(os);
    return {
      os,
      ready: missing === null,
      can_build: obstacle === null,
      build: this.running.get(os)?.progress ?? null,
      trouble:
        last?.trouble ?? (missing === null || obstacle === null ? null : (obstacle ?? missing)),
      notes: [...(last?.notes ?? [])],
    };
  }

  /** Why there is no package; null when there is one. */
  private async missing(os: Os): Promise<string | null> {
    try {
      await this.packages.find(os);
      return null;
    } catch (error) {
      if (error instanceof KennyError) return error.message;
      throw error;
    }
  }
}

const NO_PROGRAM = 'This server has no program that builds it.';
