import type { Clock } from '@kenny/kernel';
import {
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import {
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { CLOCK, EventBus } from '../kernel/index.js';
import { Scheduler } from '../scheduling/index.js';
import type { McpExchange } from './exchange.js';
import { MCP_LIMITS, MCP_TIMES } from './limits.js';

/** State of a client of the protocol revisions that have sessions. */
export class McpSession {
  /** Default PC of this session, set by `select_agent`. */
  selected: string | undefined;
  private open = 0;
  private usedAt: number;

  constructor(
    readonly id: string,
    /** The one token that may use it. */
    readonly token_id: string,
    readonly transport: WebStandardStreamableHTTPServerTransport,
    readonly server: Server,
    private readonly clock: Clock,
  ) {
    this.usedAt = clock.monotonic();
  }

  /** Names the session in approvals and the audit log without revealing its id. */
  get name(): string {
    return `mcp_${createHash('sha256').update(this.id).digest('hex').slice(0, 16)}`;
  }

  /** A request or an event stream is open. */
  get busy(): boolean {
    return this.open > 0;
  }

  get lastUsed(): number {
    return this.usedAt;
  }

  use({ ended }: McpExchange): void {
    this.open += 1;
    this.usedAt = this.clock.monotonic();
    const end = () => {
      this.open -= 1;
      this.usedAt = this.clock.monotonic();
    };
    if (ended.aborted) end();
    else ended.addEventListener('abort', end, { once: true });
  }
}

/** Makes the one server object of a session; it asks for the session when a call comes. */
export type ServerMaker = (session: () => McpSession) => Server;

/**
 * Every MCP session, bound to the token that opened it: to any other token it does not exist. One
 * server and one transport each, never shared.
 */
@Injectable()
export class McpSessions implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(McpSessions.name);
  /** In the order of opening. */
  private readonly sessions = new Map<string, McpSession>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register({
      id: 'mcp.sessions',
      everyMs: MCP_TIMES.sweep,
      run: () => this.endIdle(),
    });
    this.events.on('access.ended', ({ token_id, session_id }) =>
      session_id === null ? this.endAllOf(token_id) : undefined,
    );
  }

  /** Open streams would keep the HTTP server from closing. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((session) => this.end(session)));
  }

  get size(): number {
    return this.sessions.size;
  }

  /** Undefined alike for one that has ended and for another token's. */
  find(id: string, { principal }: McpExchange): McpSession | undefined {
    const session = this.sessions.get(id);
    return session?.token_id === principal.token_id ? session : undefined;
  }

  /** Opened by this request; registered once the SDK has initialized it. */
  async open({ principal }: McpExchange, make: ServerMaker): Promise<McpSession> {
    const { token_id } = principal;
    if (token_id === null) throw new Error('only a token opens an MCP session');
    const id = randomUUID();
    const session: McpSession = new McpSession(
      id,
      token_id,
      new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => id,
        onsessioninitialized: () => this.admit(session),
        onsessionclosed: () => this.end(session),
      }),
      make(() => session),
      this.clock,
    );
    await session.server.connect(session.transport);
    return session;
  }

  has({ id }: McpSession): boolean {
    return this.sessions.has(id);
  }

  async end(session: McpSession): Promise<void> {
    this.sessions.delete(session.id);
    try {
      await session.server.close();
    } catch (error) {
      this.logger.warn(`an MCP session did not close cleanly: ${String(error)}`);
    }
  }

  private async admit(session: McpSession): Promise<void> {
    const ofToken = [...this.sessions.values()].filter(
      ({ token_id }) => token_id === session.token_id,
    );
    if (ofToken.length >= MCP_LIMITS.sessionsPerToken) await this.end(leastUsed(ofToken, session));
    if (this.sessions.size >= MCP_LIMITS.sessions) {
      await this.end(leastUsed([...this.sessions.values()], session));
    }
    this.sessions.set(session.id, session);
  }

  private async endIdle(): Promise<void> {
    const idleSince = this.clock.monotonic() - MCP_TIMES.sessionIdle;
    for (const session of this.sessions.values()) {
      if (!session.busy && session.lastUsed <= idleSince) await this.end(session);
    }
  }

  private async endAllOf(tokenId: string): Promise<void> {
    for (const session of this.sessions.values()) {
      if (session.token_id === tokenId) await this.end(session);
    }
  }
}

/** The one to evict: least recently used, idle sessions first. */
function leastUsed(sessions: readonly McpSession[], instead: McpSession): McpSession {
  const idle = sessions.filter(({ busy }) => !busy);
  const choice = idle.length > 0 ? idle : sessions;
  return choice.reduce(
    (oldest, one) => (one.lastUsed < oldest.lastUsed ? one : oldest),
    choice[0] ?? instead,
  );
}
