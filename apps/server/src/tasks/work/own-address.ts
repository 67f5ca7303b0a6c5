import { MCP_PATH } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { sharesLoopback } from '../runtime/index.js';
import type { AgentRuntime } from '../types/index.js';

const EVERYWHERE = ['0.0.0.0', '::'];

/** Where agents on this machine find this server's tools. */
@Injectable()
export class OwnAddress {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'host' | 'publicUrl' | 'tls'>,
  ) {}

  /** Waits until the server listens. */
  async mcp(runtime: AgentRuntime, signal: AbortSignal): Promise<string> {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (!server.listening) await once(server, 'listening', { signal });
    // Its certificate is for its public name; a container's own loopback is not the server's.
    if (this.config.tls || (runtime === 'docker' && !sharesLoopback(this.config)))
      return new URL(MCP_PATH, this.config.publicUrl).href;
    const at = server.address();
    const port = typeof at === 'object' && at ? at.port : 0;
    const { host } = this.config;
    const name = EVERYWHERE.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${port}${MCP_PATH}`;
  }
}
