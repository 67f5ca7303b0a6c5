import type { TailscaleBlock, TailscaleTurned, TailscaleView } from '@kenny/contract';
import { faultPoint, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin } from '../auth/index.js';
import {
  APP_CONFIG,
  forgetAddress,
  keepAddress,
  readKeptAddress,
  type AppConfig,
} from '../config/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { Restart } from '../restore/index.js';
import {
  asksConsent,
  READ_SHARED,
  READ_STATUS,
  shareArgs,
  sharedOf,
  standingAfter,
  standingOf,
  UNSHARE,
  type Standing,
} from './standing.js';
import { TAILSCALE_MS, TailscaleProgram } from './tailscale-program.js';

const WHAT = 'let other devices reach kenny';
const BUSY = 'It is being changed already; wait for it.';

/**
 * Other devices of the same account reach the server: Tailscale leads its name for this computer
 * here, and each start is under that name until an admin turns it off (ADR 0108).
 */
@Injectable()
export class TailscaleService {
  private readonly logger = new Logger(TailscaleService.name);
  private readonly program: TailscaleProgram;
  private looking: Promise<Standing> | undefined;
  private changing = false;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(CLOCK) clock: Clock,
    private readonly audit: AuditLog,
    private readonly restart: Restart,
    private readonly http: HttpAdapterHost,
  ) {
    this.program = new TailscaleProgram(config.places, clock);
  }

  async view(): Promise<TailscaleView> {
    // However many pages ask, one program looks.
    this.looking ??= this.look().finally(() => (this.looking = undefined));
    return this.viewOf(await this.looking);
  }

  /**
   * Nothing is kept before Tailscale leads here, so that whatever breaks off leaves the server where
   * it is. What is still to be done is no error: `view` says it.
   * @param linkTo - a link for the browser that asks, at its new address
   * @throws KennyError `forbidden`, `conflict` with what to do first
   */
  async turnOn(
    ctx: CallContext,
    linkTo: (address: string) => Promise<string | null>,
  ): Promise<TailscaleTurned> {
    return this.change(ctx, 'on', async () => {
      this.mustBeOpenToChange();
      const found = await this.share(await this.look());
      const address = found.state === 'shared' ? found.address : null;
      if (address === null) return { view: this.viewOf(found), restarts: false, link: null };
      faultPoint('server.address_shared');
      if (address === this.config.publicUrl) {
        return { view: this.viewOf(found), restarts: false, link: null };
      }
      const link = await linkTo(address);
      keepAddress(this.config.dataDir, address);
      faultPoint('server.address_kept');
      this.restart.ask();
      return { view: this.viewOf(found), restarts: true, link };
    });
  }

  /** @throws KennyError `forbidden`, `not_found` when it is not on */
  async turnOff(ctx: CallContext): Promise<TailscaleTurned> {
    return this.change(ctx, 'off', async () => {
      const { dataDir, address } = this.config;
      if (readKeptAddress(dataDir) === null && address.kept === null) {
        throw new KennyError('not_found', 'It is not turned on; nothing was to be done.');
      }
      forgetAddress(dataDir);
      const restarts = address.given.length === 0;
      const view = this.viewOf(await this.look());
      // Last, so that the answer still finds its way; where it fails, the page has the line.
      if (restarts) this.restart.ask(() => this.unshare());
      return { view, restarts, link: null };
    });
  }

  private async unshare(): Promise<void> {
    const { code, stderr } = await this.program.run(UNSHARE, TAILSCALE_MS.sharing);
    if (code !== 0) this.logger.warn(`Tailscale goes on sharing kenny’s port: ${stderr.trim()}`);
  }

  private async look(): Promise<Standing> {
    const found = standingOf(await this.program.run(READ_STATUS, TAILSCALE_MS.reading));
    if (!('name' in found)) return found;
    const shared = await this.program.run(READ_SHARED, TAILSCALE_MS.reading);
    return sharedOf(shared, found.name, this.port);
  }

  private async share(found: Standing): Promise<Standing> {
    if (found.state === 'shared') return found;
    if (found.state !== 'ready' || found.address === null) {
      throw new KennyError(
        'conflict',
        'Tailscale is not ready yet: the page says what to do first.',
      );
    }
    const args = shareArgs(this.port);
    const said = await this.program.run(args, TAILSCALE_MS.sharing, asksConsent);
    return standingAfter(said, found.address, this.port);
  }

  private viewOf(found: Standing): TailscaleView {
    const { publicUrl, address, runsAs, dataDir } = this.config;
    const kept = readKeptAddress(dataDir);
    return {
      ...found,
      address: found.address ?? kept,
      public_url: publicUrl,
      on: kept !== null,
      blocked: this.block(),
      variables: [...address.given],
      runs_as: runsAs,
    };
  }

  private block(): TailscaleBlock | null {
    const { demo, address, runsAs } = this.config;
    if (demo) return 'demo';
    if (address.given.length > 0) return 'address';
    return runsAs === 'container' ? 'container' : null;
  }

  /** @throws KennyError `conflict` that says what to do instead */
  private mustBeOpenToChange(): void {
    const block = this.block();
    if (block === null) return;
    const words = {
      demo: 'This is the demo: its PCs are made up, and it stays on this computer.',
      address: `Its address was given by hand: take away ${this.config.address.given.join(', ')}, then start kenny again.`,
      container:
        'kenny runs in a container, which knows nothing of Tailscale on this computer: the guide "Run it in a container" says how it gets an address.',
    };
    throw new KennyError('conflict', words[block]);
  }

  /** One at a time, and nothing is changed that the audit log could not tell of. */
  private async change(
    ctx: CallContext,
    action: 'on' | 'off',
    work: () => Promise<TailscaleTurned>,
  ): Promise<TailscaleTurned> {
    mustBeAdmin(ctx, WHAT);
    if (this.changing) throw new KennyError('conflict', BUSY);
    this.audit.mustTake('change');
    this.changing = true;
    const row = { ...by(ctx), kind: 'setting', target: 'tailscale' } as const;
    try {
      const turned = await work();
      const { state, address } = turned.view;
      const args = { action, state, ...(address === null ? {} : { address }) };
      if (turned.restarts || action === 'off') {
        await this.audit.recordDurably({ ...row, args, ok: true });
      }
      return turned;
    } catch (error) {
      const code = error instanceof KennyError ? error.code : 'internal';
      await this.audit.recordDurably({ ...row, args: { action }, ok: false, code });
      throw error;
    } finally {
      this.changing = false;
    }
  }

  /** Where the server listens, which is its own choice where KENNY_PORT is 0. */
  private get port(): number {
    const server = this.http.httpAdapter.getHttpServer() as Server;
    const bound = server.address();
    return typeof bound === 'object' && bound !== null ? bound.port : this.config.port;
  }
}
