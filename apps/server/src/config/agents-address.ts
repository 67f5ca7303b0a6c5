import { Inject, Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { KennyError } from '../kernel/index.js';
import { APP_CONFIG, type AppConfig } from './app-config.js';
import { isLoopbackUrl } from './loopback.js';

/** Where agents are served. */
export interface AgentsPlace {
  /** Without a trailing slash. */
  readonly url: string;
  /** PEM of our certificate there and of the authority behind it; null where PCs know it by themselves. */
  readonly certificate: string | null;
  readonly authority: string | null;
}

/** An address beside the configured one, at which agents alone are served. */
export interface AgentsDoorAddress extends AgentsPlace {
  readonly certificate: string;
  readonly authority: string;
}

/** What agents are told about where the server is; an admin may change it while the server runs. */
@Injectable()
export class AgentsAddress {
  private door: AgentsDoorAddress | null = null;
  private earlier: readonly AgentsDoorAddress[] = [];

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl' | 'tls' | 'tlsCa'>,
  ) {}

  /** PCs find the server as it was configured; then a door is for those that were told of it. */
  get configured(): boolean {
    return !isLoopbackUrl(this.config.publicUrl);
  }

  /** Base of what agents are told to dial, without a trailing slash. */
  get url(): string {
    return this.told?.url ?? this.config.publicUrl;
  }

  /** Bases of all addresses at which agents may be connected. */
  get all(): readonly string[] {
    return [this.config.publicUrl, ...this.doors.map(({ url }) => url)];
  }

  /** PEM of the authority of the certificate there; null where PCs know it by themselves. */
  get authority(): string | null {
    return this.told?.authority ?? this.config.tlsCa;
  }

  /** PEM of the certificate there, when its authority is one that PCs do not know. */
  get certificate(): string | null {
    if (this.told) return this.told.certificate;
    const { tls, tlsCa } = this.config;
    return tls && tlsCa !== null ? readFileSync(tls.certFile, 'utf8') : null;
  }

  /** @param earlier - where agents are served besides */
  use(door: AgentsDoorAddress | null, earlier: readonly AgentsDoorAddress[] = []): void {
    this.door = door;
    this.earlier = earlier;
  }

  /** Where an agent that dialled that `host[:port]` is connected: it fetches from nowhere else. */
  urlFor(host: string): string {
    return this.all.find((url) => new URL(url).host === host) ?? this.config.publicUrl;
  }

  /** For somebody who dialled that `host[:port]`: the way that works from there, else what PCs are told. */
  placeFor(host: string | undefined): AgentsPlace {
    const dialled = this.doors.find(({ url }) => new URL(url).host === host);
    return dialled ?? this.usual;
  }

  /**
   * Where a PC is to connect: at that `host:port`, else where new PCs are told.
   * @throws KennyError `bad_args` where agents are not served
   */
  mustPlaceAt(at: string | undefined): AgentsPlace {
    const isOurs = at === undefined || at === new URL(this.config.publicUrl).host;
    const place = isOurs ? this.usual : this.doors.find(({ url }) => url === `https://${at}`);
    if (place) return place;
    throw new KennyError('bad_args', `at: PCs cannot connect at ${at} here; open it first`);
  }

  /** What new PCs are told. */
  private get usual(): AgentsPlace {
    return { url: this.url, certificate: this.certificate, authority: this.authority };
  }

  private get doors(): readonly AgentsDoorAddress[] {
    return this.door ? [this.door, ...this.earlier] : this.earlier;
  }

  private get told(): AgentsDoorAddress | null {
    return this.configured ? null : this.door;
  }
}
