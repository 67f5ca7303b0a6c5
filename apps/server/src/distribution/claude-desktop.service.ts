import { KENNY_VERSION } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { KennyError } from '../kernel/index.js';
import { claudeDesktopBundle } from './claude-desktop.js';

/** DI token of the bundled program that hands on MCP from stdio to a server. */
export const MCP_BRIDGE_FILE = Symbol('MCP_BRIDGE_FILE');

/** The file that adds this server to Claude Desktop. */
@Injectable()
export class ClaudeDesktopService {
  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl' | 'tlsCa'>,
    @Inject(MCP_BRIDGE_FILE) private readonly file: string,
  ) {}

  /** @throws KennyError `conflict` on a server without the program, with what to run */
  async bundle(): Promise<Buffer> {
    const { publicUrl: url, tlsCa: authority } = this.config;
    return claudeDesktopBundle({
      ...{ url, authority, version: KENNY_VERSION, bridge: await this.bridge() },
    });
  }

  private async bridge(): Promise<Buffer> {
    try {
      return await readFile(this.file);
    } catch {
      throw new KennyError(
        'conflict',
        'This server was not built whole: run "npm run build" in its folder, then try again.',
      );
    }
  }
}
