import { TOOL_CLASSES, type AuditLoss, type PolicyRule } from '@kenny/contract';
import type { GateRecord, Outcome } from '@kenny/gate';
import { aMeta, FakeClock, strictFake } from '@kenny/testing';
import { AuditHold } from '../src/audit/index.js';
import type {
  AgentDirectory,
  AgentRecord,
  AgentsService,
  LiveAgent,
  PrincipalResolver,
} from '../src/auth/index.js';
import { openDatabase, type OpenDatabase } from '../src/database/index.js';
import { Policy1795700003000 } from '../src/database/migrations/3000-policy.js';
import { ApprovedCalls } from '../src/dispatch/approved-calls.js';
import { CallFacts } from '../src/dispatch/call-facts.js';
import { Decisions } from '../src/dispatch/decisions.service.js';
import { Dispatch } from '../src/dispatch/dispatch.service.js';
import { Expiry } from '../src/dispatch/expiry.js';
import { OutcomeOutbox } from '../src/dispatch/outcome-outbox.js';
import { ServerTools } from '../src/dispatch/server-tools.js';
import { Targets } from '../src/dispatch/target.js';
import { ToldCalls } from '../src/dispatch/told-calls.js';
import {
  InProcessEventBus,
  type ApproversTold,
  type CallContext,
  type Principal,
} from '../src/kernel/index.js';
import { ApprovalsRepository } from '../src/policy/approvals/approvals.repository.js';
import {
  ApprovalsService,
  GuardMirror,
  Pauses,
  POLICY_ENTITIES,
  SimilarCalls,
  type OpenRequest,
  type RulesService,
} from '../src/policy/index.js';
import type { FleetService, HealthHistoryService, HistoryService } from '../src/telemetry/index.js';
import type { TunnelRequest, TunnelService } from '../src/tunnel/index.js';
import { CommittedRows } from './committed-rows.js';
import { databaseIn } from './database-in.js';
import { InlineGuardExecutor } from './inline-guard-executor.js';

const SCHEMA = { entities: POLICY_ENTITIES, migrations: [Policy1795700003000] };
export const PC = { agent_id: 'pc1', agent_uid: 'uid-pc1', agent_key: 'a'.repeat(64) };

/** Somebody who may do everything, unless told otherwise. */
export function aPrincipal(changes: Partial<Principal> = {}): Principal {
  return {
    ...{ kind: 'operator', id: 'anna', name: 'Anna', scope: 'operator', token_id: 'tok_anna' },
    ...{ agents: null, classes: TOOL_CLASSES, decide: true },
    ...changes,
  };
}

export const MCP_CLIENT = aPrincipal({
  ...{ kind: 'mcp_client', id: 'tok_mcp', name: 'Claude', scope: 'mcp', token_id: 'tok_mcp' },
  ...{ decide: false, elicitation: true },
});

export function asking(changes: Partial<Principal> = {}): CallContext {
  return { principal: aPrincipal(changes), door: 'http', request_id: 'req_1' };
}

export const OVER_MCP: CallContext = { principal: MCP_CLIENT, door: 'mcp', request_id: 'req_mcp' };

/**
 * The gate from a request to its outcome, over a real database. The PC, the fleet and tokens are
 * said by the test: `pc`, `answers`, `rules`, `revoked`.
 */
export class GateWorld {
  readonly audit = new CommittedRows();
  readonly events = new InProcessEventBus();
  readonly hold = new AuditHold();
  /** What the tunnel was given to send. */
  readonly sent: TunnelRequest[] = [];
  readonly revoked = new Set<string>();
  /** By token: what it may do less than all since the request. */
  readonly lessened = new Map<string, Partial<Principal>>();
  rules: PolicyRule[] = [];
  /** What becomes of each request; a promise keeps it waiting. */
  answer: (call: TunnelRequest) => Outcome | Promise<Outcome> = () => ({
    ...{ kind: 'result', result: { exit_code: 0, stdout: 'done', stderr: '' } },
  });
  /** Undefined while it is away. */
  live: LiveAgent | undefined = aLiveAgent();
  tags: string[] = [];
  readonly repository: ApprovalsRepository;
  readonly approvals: ApprovalsService;
  readonly pauses: Pauses;
  readonly targets: Targets;
  readonly dispatch: Dispatch;
  readonly decisions: Decisions;

  private holderOf(token_id: string): Principal {
    const id = token_id.replace(/^tok_/, '');
    const all = { scope: 'operator', agents: null, classes: TOOL_CLASSES, decide: true } as const;
    return { kind: 'operator', id, name: id, token_id, ...all, ...this.lessened.get(token_id) };
  }

  private constructor(
    private readonly database: OpenDatabase,
    readonly clock: FakeClock,
    boot: string,
  ) {
    const { writer, reads } = database;
    const principals = strictFake<PrincipalResolver>('PrincipalResolver', {
      rightsIn: (id) => Promise.resolve(this.revoked.has(id) ? null : this.holderOf(id)),
    });
    this.repository = new ApprovalsRepository(reads);
    this.pauses = new Pauses(reads, writer, this.audit, clock);
    this.approvals = new ApprovalsService(
      this.repository,
      writer,
      this.audit,
      this.hold,
      this.events,
      principals,
      this.pauses,
      clock,
      boot,
    );
    this.targets = new Targets(this.agents(), this.directory());
    const mirror = this.mirror();
    const similar = new SimilarCalls(this.repository, clock);
    const fleet = strictFake<FleetService>('FleetService', { row: () => undefined });
    const facts = new CallFacts(fleet, this.targets, mirror, similar);
    const outbox = new OutcomeOutbox(this.approvals, clock);
    const tunnel = strictFake<TunnelService>('TunnelService', {
      request: async (_to, call) => {
        this.sent.push(call);
        return this.answer(call);
      },
    });
    const approved = new ApprovedCalls(this.approvals, outbox, this.targets, mirror, tunnel);
    const history = strictFake<HistoryService>('HistoryService');
    const past = strictFake<HealthHistoryService>('HealthHistoryService');
    const told = strictFake<ApproversTold>('ApproversTold', {
      heldUntil: () => Promise.resolve(null),
    });
    const toldCalls = new ToldCalls(this.directory());
    this.dispatch = new Dispatch(
      this.targets,
      facts,
      mirror,
      this.approvals,
      approved,
      tunnel,
      new ServerTools(fleet, history, past, this.approvals, toldCalls, clock),
      this.audit,
      this.events,
      new Expiry(told, clock, { approvalTtlSecs: 600 }),
      clock,
    );
    this.decisions = new Decisions(this.approvals, approved, facts, this.targets, this.events);
  }

  static async open(
    dataDir: string,
    { clock = new FakeClock(), boot = 'boot-1' }: { clock?: FakeClock; boot?: string } = {},
  ): Promise<GateWorld> {
    return new GateWorld(await openDatabase(databaseIn(dataDir), SCHEMA, clock), clock, boot);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  get writer(): OpenDatabase['writer'] {
    return this.database.writer;
  }

  /** The database is found to be older than its checkpoints. */
  holdChanges(): void {
    const end = { seq: 1, sha256: 'a'.repeat(64), at: null };
    const loss: AuditLoss = { kept: end, lost: end, missing: 1, message: 'Rows are missing.' };
    this.hold.begin(loss);
  }

  /** Opens an approval of a shell command at the gate itself, past every check of Dispatch. */
  async opened(changes: Partial<OpenRequest> = {}, ctx = OVER_MCP): Promise<GateRecord> {
    const { kind, id, name, token_id } = ctx.principal;
    const request: OpenRequest = {
      ...{ id: `apr_${String(this.count++)}`, ...PC, catalog: this.approvals.catalog },
      ...{ tool: 'shell_exec', args: { command: 'systemctl restart cups', timeout_s: 30 } },
      ...{ kind: 'change', risk: 'low', two_key: false, door: ctx.door },
      requested_by: { kind, id, name, session_id: null, turn_id: null },
      principal_key: `${kind}:${id}`,
      ...{ reason: null, tainted_by: [], look_twice: [], ttl_ms: 600_000 },
      ...changes,
    };
    const by = { actor: { kind, id, name }, door: ctx.door, request_id: ctx.request_id };
    const tokens = token_id === null ? [] : [token_id];
    return (await this.approvals.open(request, tokens, by)).approval;
  }

  private count = 1;

  private agents(): AgentsService {
    const record = () =>
      strictFake<AgentRecord>('AgentRecord', {
        ...{ agent_id: PC.agent_id, agent_uid: PC.agent_uid, tags: this.tags },
      });
    return strictFake<AgentsService>('AgentsService', {
      list: () => [record()],
      get: (id) => (id === PC.agent_id ? record() : undefined),
      getByUid: (uid) => (uid === PC.agent_uid ? record() : undefined),
    });
  }

  private directory(): AgentDirectory {
    return strictFake<AgentDirectory>('AgentDirectory', {
      get: (id) => (id === PC.agent_id ? this.live : undefined),
    });
  }

  private mirror(): GuardMirror {
    const rules = strictFake<RulesService>('RulesService', { rules: () => this.rules });
    const address = { all: ['https://kenny.example'] };
    return new GuardMirror(rules, new InlineGuardExecutor(), this.events, address);
  }
}

export function aLiveAgent(changes: Partial<LiveAgent> = {}): LiveAgent {
  return {
    ...{ ...PC, connection_id: 'con_1', meta: aMeta({ os: 'linux' }), protocol: '0.9' },
    ...{
      address: '192.0.2.10',
      host: 'kenny.example',
      connected_at: 0,
      last_frame_at: 0,
      latency_ms: undefined,
    },
    ...changes,
  };
}
