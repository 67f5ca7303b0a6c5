import {
  AGENT_SOCKET_PATH,
  type ApprovalState,
  type ApprovalView,
  type AuditRowView,
  type EnrollmentIssued,
} from '@kenny/contract';
import { type Clock, systemClock } from '@kenny/kernel';
import { serverSignatures } from '@kenny/handshake/server';
import type { Brain } from '@kenny/session';
import { FakeAgent, type FakeAgentOptions } from '@kenny/testing';
import type { Abstract, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AuditStore } from '../src/audit/index.js';
import { BRAIN } from '../src/chat/index.js';
import { bridgeBeside, loadConfig, ServerIdentity } from '../src/config/index.js';
import { MCP_BRIDGE_FILE, PACKAGES_FOLDER, PACKAGING_FOLDER } from '../src/distribution/index.js';
import { ApiDocument, DASHBOARD_FOLDER } from '../src/doors/index.js';
import { EventBus, type EventMap, type EventName } from '../src/kernel/index.js';
import { KennyLogger } from '../src/logging/index.js';
import { GuardExecutor } from '../src/policy/index.js';
import { SOURCE_FOLDER } from '../src/release-feed/index.js';
import { AGENTCTL_FILE } from '../src/tasks/index.js';
import { startServer, type CreateApplication, type RunningServer } from '../src/server.js';
import { apiJudge } from './api-judge.js';
import { databaseEnv } from './database-in.js';
import { InlineGuardExecutor } from './inline-guard-executor.js';
import { NO_MODEL_SERVICE } from './settings-world.js';
import { seedOf } from './tunnel-world.js';

export interface ServerOptions {
  readonly dataDir: string;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  /** Answers in conversations; without it the server's own does. */
  readonly brain?: Brain;
  /** The bundled agentctl, where agents are run. */
  readonly agentctl?: string;
  /** Shorter than a variable may say. */
  readonly retrySecs?: number;
}

/** An answer of the HTTP door. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

/** The whole server on a free port, with its own data folder, for tests over real sockets. */
export class AServer {
  private readonly agents: FakeAgent[] = [];

  private constructor(
    private readonly running: RunningServer,
    readonly admin: string,
  ) {}

  get app(): NestExpressApplication {
    return this.running.app;
  }

  get url(): string {
    return this.running.url;
  }

  get restart(): AbortSignal {
    return this.running.restart;
  }

  static async start({
    dataDir,
    clock = systemClock,
    env = {},
    brain,
    agentctl,
    retrySecs,
  }: ServerOptions): Promise<AServer> {
    const admin = `kny_${randomBytes(24).toString('hex')}`;
    const { tasks, ...config } = loadConfig(
      {
        ...{ KENNY_DATA_DIR: dataDir, KENNY_PORT: '0', KENNY_OPERATOR_TOKEN: admin },
        // Tests that let days pass count audit rows and files.
        KENNY_BACKUP_EVERY: 'off',
        ANTHROPIC_BASE_URL: NO_MODEL_SERVICE,
        ...databaseEnv(dataDir),
        ...env,
      },
      dataDir,
    );
    const logger = new KennyLogger({ level: 'error', format: 'json', stream: process.stderr });
    const create = withDoubles(dataDir, brain, agentctl);
    const given = { ...config, tasks: { ...tasks, retrySecs: retrySecs ?? tasks.retrySecs } };
    return new AServer(await startServer(given, { clock, logger, create }), admin);
  }

  // Abstract classes and such with private constructors are tokens as well.
  get<T>(type: Type<T> | Abstract<T>): T {
    return this.app.get<T>(type);
  }

  /** One request; an answer that is not as the API document says is a failure of the test. */
  async http<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = this.admin,
  ): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? undefined;
    const judge = apiJudge(() => this.get(ApiDocument).get());
    const fault = judge.fault(method, path, { status: response.status, contentType, text });
    if (fault) throw new Error(`${method} ${path} does not answer as documented: ${fault}`);
    const isJson = contentType?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : { text }) as T,
      headers: response.headers,
    };
  }

  /** Adds a PC and enrols the key of `seedOf(agentId)`; it does not connect. */
  async enrol(agentId: string): Promise<void> {
    const { publicKey } = serverSignatures().createSigner(seedOf(agentId));
    const created = await this.http<EnrollmentIssued>('POST', '/api/agents', { agent_id: agentId });
    if (created.status !== 201)
      throw new Error(`adding ${agentId}: ${JSON.stringify(created.body)}`);
    const enrolled = await this.http(
      'POST',
      `/api/agents/${agentId}/enroll`,
      { public_key: publicKey.toString('base64') },
      created.body.enrollment.token,
    );
    if (enrolled.status !== 200)
      throw new Error(`enrolling ${agentId}: ${JSON.stringify(enrolled.body)}`);
  }

  /** A PC that is added, enrolled and online. */
  async connected(agentId: string, options: Partial<FakeAgentOptions> = {}): Promise<FakeAgent> {
    await this.enrol(agentId);
    return this.connect(agentId, options);
  }

  /** Connects as a PC that was enrolled before. */
  async connect(agentId: string, options: Partial<FakeAgentOptions> = {}): Promise<FakeAgent> {
    const agent = new FakeAgent({
      url: `${this.url.replace('http', 'ws')}${AGENT_SOCKET_PATH}`,
      agentId,
      seed: seedOf(agentId),
      serverPublicKey: Buffer.from(this.get(ServerIdentity).publicKey, 'base64'),
      ...options,
    });
    this.agents.push(agent);
    await agent.connect();
    return agent;
  }

  /** Audit rows, newest first; those of reads are stored a moment after the answer. */
  async audit(query: string): Promise<AuditRowView[]> {
    await this.get(AuditStore).log.flush();
    const { body } = await this.http<{ items: AuditRowView[] }>('GET', `/api/audit?${query}`);
    return body.items;
  }

  /** The next event of that name. */
  nextEvent<N extends EventName>(name: N): Promise<EventMap[N]> {
    return new Promise((resolve) => {
      const stop = this.get(EventBus).on(name, (payload) => {
        stop();
        resolve(payload);
      });
    });
  }

  /** Resolves when the approval is told to be in that state. */
  reaches(id: string, state: ApprovalState): Promise<ApprovalView> {
    return new Promise((resolve) => {
      const stop = this.get(EventBus).on('approval.changed', ({ approval }) => {
        if (approval.id !== id || approval.state !== state) return;
        stop();
        resolve(approval);
      });
    });
  }

  async stop(): Promise<void> {
    for (const agent of this.agents) await agent.terminate().catch(() => undefined);
    await this.running.close();
  }
}

function withDoubles(dataDir: string, brain?: Brain, agentctl?: string): CreateApplication {
  return async (root, options) => {
    const building = Test.createTestingModule({ imports: [root] })
      .overrideProvider(GuardExecutor)
      .useClass(InlineGuardExecutor)
      .overrideProvider(PACKAGES_FOLDER)
      .useValue(join(dataDir, 'packages'))
      .overrideProvider(PACKAGING_FOLDER)
      .useValue(join(dataDir, 'packaging'))
      // Not that of this workspace: no test may update it.
      .overrideProvider(SOURCE_FOLDER)
      .useValue(join(dataDir, 'source'))
      .overrideProvider(MCP_BRIDGE_FILE)
      .useValue(bridgeBeside(agentctl ?? join(dataDir, 'agentctl.cjs')))
      .overrideProvider(DASHBOARD_FOLDER)
      .useValue(join(dataDir, 'dashboard'));
    if (agentctl !== undefined) building.overrideProvider(AGENTCTL_FILE).useValue(agentctl);
    if (brain) building.overrideProvider(BRAIN).useValue(brain);
    return (await building.compile()).createNestApplication<NestExpressApplication>(options);
  };
}
