import { Inject, Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { APP_CONFIG, type AppConfig } from './app-config.js';
import { isLoopback } from './loopback.js';

/** An address beside the configured one, at which agents alone are served. */
export interface AgentsDoorAddress {
  /** Without a trailing slash. */
  readonly url: string;
  /** PEM of our certificate there, and of the authority behind it. */
  readonly certificate: string;
  readonly authority: string;
}

/** What agents are told about where the server is; an admin may change it while the server runs. */
@Injectable()
export class AgentsAddress {
  private door: AgentsDoorAddress | null = null;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl' | 'tls' | 'tlsCa'>,
  ) {}

  /** Base of what agents dial, without a trailing slash. */
  get url(): string {
    return this.door?.url ?? this.config.publicUrl;
  }

  /** PEM of the authority of the certificate there; null where PCs know it by themselves. */
  get authority(): string | null {
    return this.door?.authority ?? this.config.tlsCa;
  }

  /** PEM of the certificate there, when its authority is one that PCs do not know. */
  get certificate(): string | null {
    if (this.door) return this.door.certificate;
    const { tls, tlsCa } = this.config;
    return tls && tlsCa !== null ? readFileSync(tls.certFile, 'utf8') : null;
  }

  use(door: AgentsDoorAddress | null): void {
    this.door = door;
  }

  /** Where an agent that comes from that address is connected: it fetches from nowhere else. */
  urlFor(from: string): string {
    return isLoopback(from) ? this.config.publicUrl : this.url;
  }
}
