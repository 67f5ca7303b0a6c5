import { AGENTS_DOOR, SERVER_FILES, type NetworkBody, type NetworkView } from '@kenny/contract';
import { DAY_MS, isObject, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { X509Certificate } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin, serverUrl } from '../auth/index.js';
import {
  AgentsAddress,
  APP_CONFIG,
  hostInUrl,
  removeDurably,
  type AppConfig,
} from '../config/index.js';
import { Writer } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { checkDoor, listenForAgents, type Listening } from './agents-listener.js';
import { readDoor, writeDoor, type StoredDoor } from './door-file.js';
import { ownAddresses } from './own-addresses.js';

/** A certificate that ends sooner is made anew when the server starts. */
const RENEW_MS = 60 * DAY_MS;
const TARGET = 'address for other PCs';

/**
 * The door at which other PCs find a server that listens on its own machine only (ADR 0073): an
 * admin opens it from the dashboard, it speaks TLS with a certificate of ours that installers bring
 * along, and it serves nothing but agents.
 */
@Injectable()
export class AgentsDoor implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AgentsDoor.name);
  private readonly file: string;
  private inner: Server | undefined;
  private stored: StoredDoor | null = null;
  private listening: Listening | undefined;
  private problem: string | null = null;
  private changing = false;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'dataDir' | 'publicUrl'>,
    private readonly address: AgentsAddress,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    // The open database means: the folder is there, private, and nobody else's.
    _openDatabase: Writer,
  ) {
    this.file = join(config.dataDir, SERVER_FILES.network);
  }

  /** Opens the door again that was open before. A start does not fail for it. */
  async attach(inner: Server): Promise<void> {
    this.inner = inner;
    try {
      const stored = readDoor(this.file);
      if (!stored) return;
      // First, so that nobody is told of another address when renewing fails.
      this.keep(stored);
      const door = await this.renewed(stored);
      this.keep(door);
      this.listening = await listenForAgents(door, inner);
      this.logger.log(`other PCs find this server at ${urlOf(door)}`);
    } catch (error) {
      this.problem = this.stored
        ? wordsOf(error, this.stored)
        : `${SERVER_FILES.network} in the data folder cannot be used: ${String(error)}`.slice(
            0,
            500,
          );
      this.logger.error(`other PCs cannot reach this server: ${this.problem}`);
    }
  }

  view(): NetworkView {
    const { stored, problem } = this;
    const open = this.listening !== undefined;
    return {
      agent_url: serverUrl(this.address.url),
      reachable: this.address.configured || open,
      authority: this.address.authority,
      door: stored && { address: stored.address, port: stored.port, open, problem },
      addresses: ownAddresses(),
    };
  }

  /**
   * Opens the door, in place of an earlier one. It is looked at through its new address first.
   * @throws KennyError `forbidden`, `bad_args` for an address that is none of ours, `conflict` when
   *   the port is taken or the server is reachable as it was configured
   */
  async open(ctx: CallContext, body: NetworkBody): Promise<NetworkView> {
    const { address, port = AGENTS_DOOR.port } = body;
    return this.change(ctx, { action: 'open', address, port }, async (inner) => {
      this.mustBeOurs(address);
      const before = this.stored;
      const { makeAuthority, makeServerPair } = await import('./certificates.js');
      const now = this.clock.now();
      // PCs that are installed trust it: it outlives a change of the address.
      const authority = before?.authority ?? (await makeAuthority(now));
      const server = await makeServerPair(authority, address, now);
      const door: StoredDoor = { address, port, authority, server };
      // The port may be the same one.
      await this.stopListening();
      try {
        const listening = await listenForAgents(door, inner);
        await checkDoor(door).catch(async (error: unknown) => {
          await listening.stop();
          throw error;
        });
        writeDoor(this.file, door);
        [this.listening, this.problem] = [listening, null];
        this.keep(door);
      } catch (error) {
        await this.openAgain(before, inner);
        throw new KennyError('conflict', wordsOf(error, door));
      }
    });
  }

  /** @throws KennyError `forbidden`, `not_found` when there is none */
  async close(ctx: CallContext): Promise<NetworkView> {
    return this.change(ctx, { action: 'close' }, async () => {
      if (!this.stored && this.problem === null) {
        throw new KennyError('not_found', 'No address for other PCs has been opened here.');
      }
      removeDurably(this.file);
      await this.stopListening();
      [this.stored, this.problem] = [null, null];
      this.address.use(null);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopListening();
  }

  /** One at a time, and nothing is changed that the audit log could not tell of. */
  private async change(
    ctx: CallContext,
    args: Record<string, unknown>,
    work: (inner: Server) => Promise<void>,
  ): Promise<NetworkView> {
    mustBeAdmin(ctx, 'say where other PCs find this server');
    if (!this.inner)
      throw new KennyError('unavailable', 'The server is still starting. Try again.');
    if (this.changing) throw new KennyError('conflict', 'It is being changed already. Try again.');
    this.audit.mustTake('change');
    this.changing = true;
    const row = { ...by(ctx), kind: 'setting', target: TARGET, args } as const;
    try {
      await work(this.inner);
      await this.audit.recordDurably({ ...row, ok: true });
      return this.view();
    } catch (error) {
      const code = error instanceof KennyError ? error.code : 'internal';
      await this.audit.recordDurably({ ...row, ok: false, code });
      throw error;
    } finally {
      this.changing = false;
    }
  }

  private mustBeOurs(address: string): void {
    if (this.address.configured) {
      throw new KennyError(
        'conflict',
        `Other PCs find this server at ${this.config.publicUrl} already, as it was configured.`,
      );
    }
    if (ownAddresses().some((own) => own.address === address)) return;
    throw new KennyError('bad_args', `address: ${address} is no address of this server's machine`);
  }

  private async renewed(door: StoredDoor): Promise<StoredDoor> {
    const ends = Date.parse(new X509Certificate(door.server.certificate).validTo);
    if (ends - this.clock.now() > RENEW_MS) return door;
    const { makeServerPair } = await import('./certificates.js');
    const server = await makeServerPair(door.authority, door.address, this.clock.now());
    const next = { ...door, server };
    writeDoor(this.file, next);
    return next;
  }

  private async openAgain(door: StoredDoor | null, inner: Server): Promise<void> {
    if (!door) return;
    try {
      this.listening = await listenForAgents(door, inner);
    } catch (error) {
      this.problem = wordsOf(error, door);
    }
  }

  private async stopListening(): Promise<void> {
    const before = this.listening;
    this.listening = undefined;
    await before?.stop();
  }

  private keep(door: StoredDoor): void {
    this.stored = door;
    const { certificate } = door.server;
    this.address.use({ url: urlOf(door), certificate, authority: door.authority.certificate });
  }
}

function urlOf({ address, port }: Pick<StoredDoor, 'address' | 'port'>): string {
  return `https://${hostInUrl(address)}:${port}`;
}

function wordsOf(error: unknown, { address, port }: Pick<StoredDoor, 'address' | 'port'>): string {
  const code = isObject(error) && typeof error['code'] === 'string' ? error['code'] : '';
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Choose another port.`;
    case 'EADDRNOTAVAIL':
      return `This machine no longer has the address ${address}. Choose another one.`;
    case 'EACCES':
      return `This server may not open port ${port}. Choose one above 1023.`;
    default: {
      const reason = error instanceof Error ? error.message : String(error);
      return `The server could not be reached at ${urlOf({ address, port })}: ${reason}`.slice(
        0,
        500,
      );
    }
  }
}
