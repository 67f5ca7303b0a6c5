import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { KennyError } from '../kernel/index.js';
import { authInfoOf, type McpExchange } from './exchange.js';
import { MCP_LIMITS } from './limits.js';
import { McpServerFactory } from './server-factory.js';
import { McpSessions } from './sessions.js';
import { TasksAtWork } from './tasks-at-work.js';

const SESSION_HEADER = 'mcp-session-id';

/**
 * Sends each request to the server object that answers it: that of its session, a fresh one for a
 * client of 2026-07-28, or a fresh one for an older client that keeps no session (ADR 0022).
 */
@Injectable()
export class McpEndpoint implements OnModuleDestroy {
  private readonly logger = new Logger(McpEndpoint.name);
  private readonly modern: McpHttpHandler;
  private readonly stateless: ReturnType<typeof legacyStatelessFallback>;

  constructor(
    private readonly servers: McpServerFactory,
    private readonly sessions: McpSessions,
    private readonly tasks: TasksAtWork,
  ) {
    const make = () => this.servers.make();
    const onerror = (error: Error) => this.logger.debug(`MCP: ${error.message}`);
    this.modern = createMcpHandler(make, {
      legacy: 'reject',
      maxSubscriptions: MCP_LIMITS.subscriptions,
      onerror,
    });
    this.stateless = legacyStatelessFallback(make, onerror);
  }

  onModuleDestroy(): Promise<void> {
    return this.modern.close();
  }

  /** @param body the validated JSON; undefined without one */
  async answer(request: Request, body: unknown, exchange: McpExchange): Promise<Response> {
    const options = {
      authInfo: authInfoOf(exchange),
      ...(body === undefined ? {} : { parsedBody: body }),
    };
    const id = request.headers.get(SESSION_HEADER);
    const legacy = await isLegacyRequest(request, body);
    // Clients of 2026-07-28 have no sessions: a header of that name means nothing from them.
    if (!legacy) return this.modern.fetch(request, options);
    refuseLongBatch(body);
    if (id !== null) return this.inSession(id, request, options, exchange);
    if (request.method === 'POST' && begins(body)) {
      const response = await this.newSession(request, options, exchange);
      if (response.ok) this.tasks.tell(exchange.principal, 'initialized');
      return response;
    }
    return this.stateless(request, options);
  }

  private inSession(
    id: string,
    request: Request,
    options: McpHandlerRequestOptions,
    exchange: McpExchange,
  ): Promise<Response> {
    const session = this.sessions.find(id, exchange);
    if (!session) throw new KennyError('not_found', 'This session is over; initialize a new one.');
    session.use(exchange);
    return session.transport.handleRequest(request, options);
  }

  private async newSession(
    request: Request,
    options: McpHandlerRequestOptions,
    exchange: McpExchange,
  ): Promise<Response> {
    const session = await this.sessions.open(exchange, (own) => this.servers.make(own));
    session.use(exchange);
    const response = await session.transport.handleRequest(request, options);
    // The SDK refused it: it never became a session.
    if (!this.sessions.has(session)) await this.sessions.end(session);
    return response;
  }
}

function begins(body: unknown): boolean {
  return Array.isArray(body) ? body.some(isInitializeRequest) : isInitializeRequest(body);
}

function refuseLongBatch(body: unknown): void {
  if (Array.isArray(body) && body.length > MCP_LIMITS.batch) {
    throw new KennyError('too_large', `At most ${MCP_LIMITS.batch} messages at once.`);
  }
}
