import { serverSignatures } from '@kenny/handshake/server';
import { FakeClock } from '@kenny/testing';
import { Global, Module, type Abstract, type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { SERVER_FILES, type CreateTokenBody, type EnrollmentIssued } from '@kenny/contract';
import { join } from 'node:path';
import { AuditLog } from '../src/audit/index.js';
import {
  AgentKeys,
  AgentsService,
  AUTH_ENTITIES,
  AuthModule,
  EnrolmentService,
  FirstAdminToken,
  InvitationsService,
  LoginService,
  PrincipalResolver,
  TokensService,
  type Acting,
  type Anonymous,
} from '../src/auth/index.js';
import { ConfigModule, ServerIdentity, type AppConfig } from '../src/config/index.js';
import { DatabaseModule, Writer } from '../src/database/index.js';
import { Auth1795700002000 } from '../src/database/migrations/2000-auth.js';
import {
  EventBus,
  EventsModule,
  SYSTEM,
  type EventMap,
  type EventName,
} from '../src/kernel/index.js';
import { Scheduler, type ScheduledTask } from '../src/scheduling/index.js';
import { CommittedRows } from './committed-rows.js';
import { databaseIn } from './database-in.js';
import { inTime } from './in-time.js';

const { createSigner } = serverSignatures();

/** A public key that is always the same for the same number. */
export function publicKey(number: number): string {
  const seed = Buffer.alloc(32);
  seed.writeUInt32BE(number);
  return createSigner(seed).publicKey.toString('base64');
}

class Identity extends ServerIdentity {
  override readonly publicKey = publicKey(255);
  override sign(): Buffer {
    throw new Error('nothing here signs');
  }
  override verify(): boolean {
    throw new Error('nothing here verifies');
  }
}

class Tasks extends Scheduler {
  readonly tasks: ScheduledTask[] = [];
  override register(task: ScheduledTask): void {
    this.tasks.push(task);
  }
}

@Global()
@Module({
  providers: [
    { provide: AuditLog, useClass: CommittedRows },
    { provide: ServerIdentity, useClass: Identity },
    { provide: Scheduler, useClass: Tasks },
  ],
  exports: [AuditLog, ServerIdentity, Scheduler],
})
class Ports {}

export interface AuthWorld {
  readonly clock: FakeClock;
  readonly audit: CommittedRows;
  readonly events: EventBus;
  readonly writer: Writer;
  readonly tokens: TokensService;
  readonly firstAdmin: FirstAdminToken;
  readonly login: LoginService;
  readonly invitations: InvitationsService;
  readonly resolver: PrincipalResolver;
  readonly agents: AgentsService;
  readonly enrolment: EnrolmentService;
  readonly keys: AgentKeys;
  get<T>(type: Type<T> | Abstract<T>): T;
  /** Every payload emitted under this name so far. */
  heard<N extends EventName>(name: N): EventMap[N][];
  runTask(id: string): Promise<void>;
  /** Lets the pauses pass that this waits for, and no more time than that. */
  inTime<T>(pending: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A clock at the start of 2031, so that expiries in specs read like dates. */
export function midnightOf2031(): FakeClock {
  return new FakeClock({ now: Date.UTC(2031, 0, 1) });
}

/** kenny itself, at the command line. */
export const LOCAL: Acting = { principal: SYSTEM, door: 'cli', request_id: 'req-local' };
export const SOMEBODY: Anonymous = {
  door: 'http',
  request_id: 'req-anonymous',
  address: '192.0.2.7',
};

export type AuthSettings = Partial<
  Pick<AppConfig, 'operatorToken' | 'allowTokenAuth' | 'publicUrl'>
>;

/** The auth module on a real database in `dataDir`; what it leans on is fake and records. */
export async function authWorld(
  dataDir: string,
  settings: AuthSettings = {},
  clock = midnightOf2031(),
): Promise<AuthWorld> {
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(configIn(dataDir, settings), clock),
      DatabaseModule.forRoot({
        entities: AUTH_ENTITIES,
        migrations: [Auth1795700002000],
      }),
      EventsModule,
      Ports,
      AuthModule,
    ],
  }).compile();
  await module.init();
  return worldOf(module, clock);
}

function worldOf(module: TestingModule, clock: FakeClock): AuthWorld {
  const events = module.get(EventBus);
  const heard = recordEvents(events);
  const { tasks } = module.get<Tasks>(Scheduler);
  return {
    clock,
    events,
    audit: module.get<CommittedRows>(AuditLog),
    writer: module.get(Writer),
    tokens: module.get(TokensService),
    firstAdmin: module.get(FirstAdminToken),
    login: module.get(LoginService),
    invitations: module.get(InvitationsService),
    resolver: module.get(PrincipalResolver),
    agents: module.get(AgentsService),
    enrolment: module.get(EnrolmentService),
    keys: module.get(AgentKeys),
    get: (type) => module.get(type),
    heard,
    runTask: async (id) => {
      const task = tasks.find((each) => each.id === id);
      if (!task) throw new Error(`no task ${id}; there are ${tasks.map((t) => t.id).join(', ')}`);
      await task.run(clock.now());
    },
    inTime: (pending) => inTime(clock, pending),
    close: () => module.close(),
  };
}

function recordEvents(events: EventBus): AuthWorld['heard'] {
  const changed: EventMap['agent.changed'][] = [];
  const ended: EventMap['access.ended'][] = [];
  events.on('agent.changed', (payload) => void changed.push(payload));
  events.on('access.ended', (payload) => void ended.push(payload));
  const recorded: { [N in EventName]?: EventMap[N][] } = {
    'agent.changed': changed,
    'access.ended': ended,
  };
  return (name) => {
    const payloads: EventMap[typeof name][] | undefined = recorded[name];
    if (!payloads) throw new Error(`${name} is not recorded here`);
    return payloads;
  };
}

function configIn(dataDir: string, settings: AuthSettings): AppConfig {
  return {
    host: '127.0.0.1',
    port: 8000,
    ...databaseIn(dataDir),
    publicUrl: 'http://127.0.0.1:8000',
    address: { kept: null, given: [] },
    tls: null,
    tlsCa: null,
    trustProxy: [],
    insecureHttp: false,
    demo: false,
    operatorToken: null,
    serverSeed: null,
    releaseKey: null,
    allowTokenAuth: false,
    telemetryIntervalSecs: 900,
    approvalTtlSecs: 600,
    releaseFeed: null,
    runsAs: null,
    backup: { dir: '/nowhere', daily: false, beforeUpgrade: false, recipients: [], bucket: null },
    pushHosts: [],
    retentionDays: 30,
    anthropic: { apiKey: null, baseUrl: null, model: 'none', prices: null },
    tasks: {
      agentTypesFile: join(dataDir, SERVER_FILES.agentTypes),
      ...{ maxConcurrent: 3, retrySecs: 30, stallSecs: 600, sandbox: true },
    },
    places: { home: dataDir, path: [], docker: null, variables: {} },
    logLevel: 'info',
    ...settings,
  };
}

/** A token of this scope, resolved: its secret, its id and who it stands for. */
export async function aToken(world: AuthWorld, body: Partial<CreateTokenBody> = {}) {
  const made = await world.tokens.create(LOCAL, {
    operator: { id: 'anna' },
    name: 'a token',
    scope: 'operator',
    ...body,
  });
  const principal = await world.resolver.fromBearer(made.token);
  const acting: Acting = { principal, door: 'http', request_id: 'req-test' };
  return { id: made.id, secret: made.token, principal, acting };
}

/** Adds a PC; returns its enrolment token with the rest of the answer. */
export async function aPc(
  world: AuthWorld,
  agent_id = 'pc1',
): Promise<EnrollmentIssued & { uid: string }> {
  const issued = await world.agents.create(LOCAL, { agent_id });
  const agent = world.agents.get(agent_id);
  if (!agent) throw new Error(`${agent_id} is not in the index`);
  return { ...issued, uid: agent.agent_uid };
}
