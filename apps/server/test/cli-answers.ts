import type {
  ApprovalView,
  AuditVerification,
  CreatedToken,
  EnrollmentIssued,
  FleetAgent,
  FleetView,
  MeView,
  ReadinessView,
  ServerFacts,
  TokenView,
} from '@kenny/contract';

/** Answers of the HTTP door as a server gives them; noon of 4 June 2026 is now. */

export const ATTACK = '\u001b[2J\u202ekenny\u200b';
/** The attack as it may be shown. */
export const DEFUSED = '⟨U+001B⟩[2J⟨U+202E⟩kenny⟨U+200B⟩';

/** What must never reach a terminal of it. */
export const HIDDEN = new RegExp(`[${ATTACK.replace('[2J', '').replace('kenny', '')}]`);

export function aPc(changes: Partial<FleetAgent> = {}): FleetAgent {
  return {
    agent_id: 'pc1',
    name: "Anna's laptop",
    tags: [],
    online: true,
    last_seen: '2026-06-04T11:59:58.000Z',
    connected_since: '2026-06-04T08:00:00.000Z',
    meta: { hostname: 'pc1', os: 'linux', version: '0.1.0' },
    protocol: '0.8',
    sealed: false,
    clock_skew_s: 0,
    overall: 'warn',
    worst: {
      name: 'disk',
      status: 'warn',
      reason: '/ is 91 % full',
      since: '2026-06-04T10:00:00.000Z',
    },
    sections: [],
    section_count: 21,
    collected_at: null,
    received_at: null,
    strip: '-'.repeat(48),
    ...changes,
  };
}

export function aFleet(agents: FleetAgent[] = [aPc()]): FleetView {
  const counts = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
  for (const { overall } of agents) counts[overall] += 1;
  return { overall: 'warn', run: '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11', seq: 7, counts, agents };
}

export function anEnrolment(changes: Partial<EnrollmentIssued> = {}): EnrollmentIssued {
  return {
    agent_id: 'pc1',
    enrollment: { token: 'kny_once', expires_at: '2026-06-05T12:00:00.000Z' },
    server_public_key: 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
    server_url: 'wss://kenny.example/agent/ws',
    authority: null,
    install: {
      linux: "kenny-agent enroll --server 'wss://kenny.example/agent/ws'\nkenny-agent run",
      windows:
        'kenny-agent.exe enroll --server "wss://kenny.example/agent/ws"\nkenny-agent.exe run',
    },
    ...changes,
  };
}

export function aToken(changes: Partial<TokenView> = {}): TokenView {
  return {
    id: 'tok_1',
    operator: { id: 'anna', name: 'Anna' },
    name: 'my laptop',
    scope: 'operator',
    agents: null,
    classes: ['read', 'sensitive', 'change'],
    decide: true,
    elicitation: false,
    created_at: '2026-06-01T12:00:00.000Z',
    expires_at: null,
    last_used_at: null,
    invited: false,
    client: null,
    ...changes,
  };
}

export function aCreatedToken(changes: Partial<CreatedToken> = {}): CreatedToken {
  return { ...aToken(), token: 'kny_secret', ...changes };
}

const READY: ReadinessView = {
  ...{ ready: true, database: 'ok', stopped: null, last_commit: null, free_bytes: null },
  ...{
    conditions: [],
    chat_key: null,
    automatic_backups: true,
    dropped: { telemetry: 0, log_lines: 0 },
  },
  ...{ refusals: { malformed: 0, lines_left_out: 0 } },
  audit: {
    ...{ waiting: 0, spooled: 0, lost: 0, oldest_ms: 0 },
    ...{ spool_trouble: null, checkpoint_trouble: null },
  },
};

export function aServer(): ServerFacts {
  return {
    ...{
      version: '0.1.0',
      newer: null,
      newer_asked_at: null,
      newer_trouble: null,
      runs_as: null,
      protocol: '0.8',
      node: 'v20.20.2',
    },
    ...{ started_at: '2026-06-04T08:00:00.000Z', public_url: 'https://kenny.example' },
    ...{ agent_url: 'wss://kenny.example/agent/ws', public_key: 'A6EHv', fingerprint: '7287fe' },
    ...{ database: 'sqlite', retention_days: 30, approval_ttl_s: 600, chain: '0191b5a2' },
    counts: { pcs: 1, online: 1, rules: 0, audit_rows: 1 },
    state: READY,
    installers: [],
  };
}

export function aMe(changes: Partial<MeView> = {}): MeView {
  return {
    kind: 'operator',
    id: 'anna',
    name: 'Anna',
    scope: 'admin',
    agents: null,
    classes: ['read', 'sensitive', 'change'],
    decide: true,
    session: null,
    ...changes,
  };
}

export function anApproval(changes: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id: 'apr_1',
    seq: 1,
    call_id: null,
    call_sha256: 'ab'.repeat(32),
    tool: 'shell_exec',
    args: { command: 'systemctl restart cups', timeout_s: 30 },
    agent_id: 'pc1',
    agent_uid: '0a0f1c52-5d0a-4b52-9d4c-3f6f0c9b7c11',
    kind: 'change',
    risk: 'high',
    door: 'mcp',
    requested_by: {
      kind: 'mcp_client',
      id: 'tok_claude',
      name: 'Claude',
      session_id: null,
      turn_id: null,
    },
    reason: 'the printer hangs',
    tainted_by: [],
    look_twice: [],
    state: 'pending',
    required: 1,
    decisions: [],
    requested_at: '2026-06-04T11:58:00.000Z',
    approve_by: '2026-06-04T12:08:00.000Z',
    run_by: null,
    sent_at: null,
    ended_at: null,
    outcome: null,
    previous: null,
    ...changes,
  };
}

export function aVerdict(changes: Partial<AuditVerification> = {}): AuditVerification {
  return {
    ok: true,
    chain: 'b82b5505-ef5c-4e7e-8bfd-6b98663d645f',
    rows: 12,
    proven_to: 10,
    unproven: 2,
    findings: [],
    losses: [],
    more: false,
    unrecorded: [],
    limits: ['A row that was never written cannot be missed.'],
    ...changes,
  };
}
