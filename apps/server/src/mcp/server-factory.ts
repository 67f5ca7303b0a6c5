import { KENNY_VERSION } from '@kenny/contract';
import { Server } from '@modelcontextprotocol/server';
import { Injectable, Logger } from '@nestjs/common';
import { AskedStates } from './asked-state.js';
import { exchangeOf } from './exchange.js';
import { INSTRUCTIONS } from './instructions.js';
import { OFFERED } from './offered-tools.js';
import type { McpSession } from './sessions.js';
import { ToolCalls } from './tool-calls.js';

/** The list of tools changes only with a new version of kenny. */
const LIST_LIVES_MS = 5 * 60_000;

/**
 * Makes the SDK's server object: one for each request, or one for each session. Sharing one between
 * clients has let answers reach the wrong one (CVE-2026-25536).
 */
@Injectable()
export class McpServerFactory {
  private readonly logger = new Logger(McpServerFactory.name);

  constructor(
    private readonly calls: ToolCalls,
    private readonly states: AskedStates,
  ) {}

  make(session?: () => McpSession): Server {
    const server = new Server(
      { name: 'kenny', title: 'kenny', version: KENNY_VERSION },
      {
        capabilities: { tools: {} },
        instructions: INSTRUCTIONS,
        cacheHints: { 'tools/list': { ttlMs: LIST_LIVES_MS, cacheScope: 'private' } },
        requestState: { verify: (state, ctx) => this.states.open(state, ctx) },
        // A session is asked by our own code, which has an answer for a client that stays silent.
        inputRequired: { legacyShim: false },
      },
    );
    server.onerror = (error) => this.logger.debug(`MCP: ${error.message}`);
    server.setRequestHandler('tools/list', (_request, { http }) => {
      // Nobody is served who came past the door.
      exchangeOf(http?.authInfo);
      return { tools: [...OFFERED] };
    });
    server.setRequestHandler('tools/call', ({ params }, ctx) =>
      this.calls.call(params, ctx, session?.()),
    );
    return server;
  }
}
