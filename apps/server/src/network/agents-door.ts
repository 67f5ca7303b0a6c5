import {
  AGENTS_DOOR,
  SERVER_FILES,
  type AgentsDoorView,
  type NetworkBody,
  type NetworkView,
} from '@kenny/contract';
import { DAY_MS, SECOND_MS, type Clock, type Timer } from '@kenny/kernel';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { X509Certificate } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { AuditLog } from '../audit/index.js';
import { by, mustBeAdmin, serverUrl } from '../auth/index.js';
import {
  AgentsAddress,
  APP_CONFIG,
  isLoopback,
  removeDurably,
  type AppConfig,
} from '../config/index.js';
import { Writer } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import {
  isNameOrIp,
  isSamePlace,
  listensAt,
  namesOf,
  parted,
  placeOf,
  readDoor,
  writeDoor,
  type DoorPlace,
  type StoredDoor,
} from './door-file.js';
import { OpenPlaces, urlOf, wordsOf } from './open-places.js';
import { ownAddresses } from './own-addresses.js';

/** A certificate that ends sooner is made anew when the server starts. */
const RENEW_MS = 60 * DAY_MS;
/** A network may come up after the server, or go and come back. */
export const AGAIN_MS = 30 * SECOND_MS;
const TARGET = 'address for other PCs';

/**
 * The door at which other PCs find a server that listens on its own machine only (ADR 0073): an
 * admin opens it from the dashboard, it speaks TLS with a certificate of ours that installers bring
 * along, and it serves nothing but agents. What PCs were told before stays open (ADR 0098).
 */
@Injectable()
export class AgentsDoor implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AgentsDoor.name);
  private readonly file: string;
  private readonly places = new OpenPlaces();
  private inner: Server | undefined;
  private stored: StoredDoor | null = null;
  /** The file is there and cannot be used: an admin may close the door, which removes it. */
  private isUnreadable = false;
  private changing = false;
  private opening: Promise<void> = Promise.resolve();
  private again: Timer | undefined;
  private stopped = false;

  constructor(
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'dataDir'>,
    private readonly address: AgentsAddress,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    // The open database means: the folder is there, private, and nobody else's.
    _openDatabase: Writer,
  ) {
    this.file = join(config.dataDir, SERVER_FILES.network);
  }

  /** Opens again what was open before. A start does not fail for it. */
  async attach(inner: Server): Promise<void> {
    this.inner = inner;
    try {
      const stored = readDoor(this.file);
      if (!stored) return;
      // First, so that nobody is told of another address when renewing fails.
      this.keep(stored);
      this.keep(await this.renewed(stored));
    } catch (error) {
      this.isUnreadable = this.stored === null;
      const what = this.stored ? 'its certificates were not renewed' : 'it cannot be used';
      this.logger.error(`${SERVER_FILES.network} in the data folder: ${what}: ${String(error)}`);
    }
    this.opening = this.openAll();
    await this.opening;
  }

  view(): NetworkView {
    const { stored } = this;
    return {
      agent_url: serverUrl(this.address.url),
      reachable: this.address.configured || (stored !== null && this.places.isOpen(stored)),
      authority: this.address.authority,
      door: stored && this.viewOf(stored),
      earlier: (stored?.earlier ?? []).map((place) => this.viewOf(place)),
      addresses: ownAddresses(),
    };
  }

  /**
   * Opens a place and tells new PCs of it; PCs of earlier ones stay connected there. It is looked at
   * through its new address first; where a router is in between, its `problem` tells (ADR 0100).
   * @throws KennyError `forbidden`, `bad_args` for an address that is none of ours, `conflict` when
   *   the port is taken
   */
  async open(ctx: CallContext, body: NetworkBody): Promise<NetworkView> {
    const { port = AGENTS_DOOR.port, behind_router: behindRouter } = body;
    const address = behindRouter === undefined ? body.address : body.address.toLowerCase();
    const told = { address, port, ...(behindRouter === undefined ? {} : { behindRouter }) };
    return this.change(ctx, { action: 'open', ...told }, async (inner) => {
      this.mustBeOurs(told);
      const before = this.stored;
      const { makeAuthority, makeServerPair } = await import('./certificates.js');
      const now = this.clock.now();
      // PCs that are installed trust it: it outlives a change of the address.
      const authority = before?.authority ?? (await makeAuthority(now));
      const [same, others] = parted(before, address);
      const taken = others.find((one) => one.port === port && listensAt(one) === listensAt(told));
      if (taken) {
        const words = `Port ${port} is where PCs of ${taken.address} connect. Choose another port.`;
        throw new KennyError('conflict', words);
      }
      // What is open already is only told again: the PCs there stay connected.
      const open = same.find((one) => isSamePlace(one, told) && this.places.isOpen(one));
      const server = open?.server ?? (await makeServerPair(authority, namesOf(told), now));
      const place = { ...told, server };
      // The port may be the same one.
      if (!open) for (const one of same) await this.places.stop(one);
      try {
        await this.places.open(place, inner);
        await this.places.check(place, authority);
        const earlier = others.slice(0, AGENTS_DOOR.earlier);
        const door = { ...place, authority, earlier };
        writeDoor(this.file, door);
        for (const one of others.slice(AGENTS_DOOR.earlier)) await this.places.stop(one);
        this.keep(door);
      } catch (error) {
        if (!open) await this.places.stop(place);
        for (const one of same) await this.tryOpen(one, inner);
        throw new KennyError('conflict', wordsOf(error, place));
      }
    });
  }

  /**
   * Closes one place, or the whole door. New PCs are then told of the latest one that is left.
   * @throws KennyError `forbidden`, `not_found` when there is none
   */
  async close(ctx: CallContext, address?: string): Promise<NetworkView> {
    const args = { action: 'close', ...(address === undefined ? {} : { address }) };
    return this.change(ctx, args, async () => {
      const [closed, left] = address === undefined ? [] : parted(this.stored, address);
      if (closed ? closed.length === 0 : !this.stored && !this.isUnreadable) {
        const words = closed ? `${address} is not open` : 'No address has been opened';
        throw new KennyError('not_found', `${words} for other PCs here.`);
      }
      const [first, ...earlier] = left ?? [];
      if (first && this.stored) {
        const door = { ...first, authority: this.stored.authority, earlier };
        writeDoor(this.file, door);
        for (const one of closed ?? []) await this.places.stop(one);
        return this.keep(door);
      }
      removeDurably(this.file);
      await this.places.stopAll();
      [this.stored, this.isUnreadable] = [null, false];
      this.address.use(null);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.again?.cancel();
    await this.opening;
    await this.places.stopAll();
  }

  private viewOf(place: DoorPlace): AgentsDoorView {
    const { address, behindRouter, port } = place;
    return {
      ...{ address, behind_router: behindRouter ?? null, port },
      ...{ open: this.places.isOpen(place), problem: this.places.problemOf(place) },
    };
  }

  /** Whatever is not open; looked at again until all of it is. */
  private async openAll(): Promise<void> {
    const { stored, inner } = this;
    this.again = undefined;
    if (!stored || !inner || this.stopped) return;
    let allOpen = !this.changing;
    if (allOpen) {
      for (const place of [stored, ...stored.earlier]) {
        allOpen = (await this.tryOpen(place, inner)) && allOpen;
      }
    }
    if (!allOpen && !this.stopped) {
      this.again = this.clock.setTimer(() => void (this.opening = this.openAll()), AGAIN_MS);
    }
  }

  private async tryOpen(place: DoorPlace, inner: Server): Promise<boolean> {
    if (this.places.isOpen(place)) return true;
    const before = this.places.problemOf(place);
    try {
      await this.places.open(place, inner);
      this.logger.log(`other PCs find this server at ${urlOf(place)}`);
      return true;
    } catch {
      const problem = this.places.problemOf(place);
      // Once for each reason, not at each look.
      if (problem !== before) {
        this.logger.error(`other PCs cannot reach this server at ${urlOf(place)}: ${problem}`);
      }
      return false;
    }
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
      await this.opening;
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

  private mustBeOurs({ address, behindRouter }: Omit<DoorPlace, 'server'>): void {
    const isOwn = (it: string) => ownAddresses().some((own) => own.address === it);
    const inner = behindRouter ?? address;
    if (!isOwn(inner)) {
      const field = behindRouter === undefined ? 'address' : 'behind_router';
      throw new KennyError('bad_args', `${field}: ${inner} is no address of this server's machine`);
    }
    if (behindRouter === undefined) return;
    if (!isNameOrIp(address) || isLoopback(address) || isOwn(address)) {
      throw new KennyError(
        'bad_args',
        'address: must be the name or address of your router on the internet, such as family.example.net',
      );
    }
  }

  private async renewed(door: StoredDoor): Promise<StoredDoor> {
    const all: readonly DoorPlace[] = [door, ...door.earlier];
    const ends = ({ server }: DoorPlace) =>
      Date.parse(new X509Certificate(server.certificate).validTo);
    if (all.every((place) => ends(place) - this.clock.now() > RENEW_MS)) return door;
    const { makeServerPair } = await import('./certificates.js');
    const renew = async (place: DoorPlace) => ({
      ...placeOf(place),
      server: await makeServerPair(door.authority, namesOf(place), this.clock.now()),
    });
    const next = {
      ...door,
      ...(await renew(door)),
      earlier: await Promise.all(door.earlier.map(renew)),
    };
    writeDoor(this.file, next);
    return next;
  }

  private keep(door: StoredDoor): void {
    this.stored = door;
    this.isUnreadable = false;
    const at = (place: DoorPlace) => ({
      url: urlOf(place),
      certificate: place.server.certificate,
      authority: door.authority.certificate,
    });
    this.address.use(at(door), door.earlier.map(at));
  }
}
