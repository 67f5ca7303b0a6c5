import type { EnrollBody, EnrolledView, EnrollmentIssued, RekeyMode } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { decodeKey, isSafePublicKey, keyFingerprint } from '@kenny/handshake';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { addressGroup, CLOCK, KennyError } from '../../kernel/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { ServerIdentity } from '../../config/index.js';
import { by, type Acting, type Anonymous, type Origin } from '../acting.js';
import { FailureLimiter } from '../failure-limiter.js';
import { hashSecret } from '../secrets.js';
import { AgentChanges } from './agent-changes.js';
import { AgentIndex } from './agent-index.js';
import type { AgentPublicKey } from './agent-record.js';
import { AgentRetirement } from './agent-retirement.js';
import { mustSee, unknownAgent } from './agent-rules.js';
import type { AgentEntity } from './agent.entity.js';
import { AgentsRepository } from './agents.repository.js';
import { EnrolmentTokens } from './enrolment-tokens.js';
import { judgeEnrolment, mustHoldToken } from './enrolment-rules.js';

const LIMITS = { failures: 20, windowMs: 5 * 60_000 } as const;

/** Enrolment and rotation of PC keys (seed 000, Enrollment; design §3). */
@Injectable()
export class EnrolmentService {
  private readonly failures: FailureLimiter;

  constructor(
    private readonly agents: AgentsRepository,
    private readonly index: AgentIndex,
    private readonly changes: AgentChanges,
    private readonly tokens: EnrolmentTokens,
    private readonly retirement: AgentRetirement,
    private readonly identity: ServerIdentity,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, LIMITS);
  }

  /**
   * Stores a PC's public key against its one-time token. The same key with the same token is
   * answered alike within the token's life, because a lost answer must not brick an install.
   * @throws KennyError `unauthenticated`, `validation` (the key), `conflict` (the token was used by
   * another key, or the key is not free), `rate_limited` after many wrong tokens from one address;
   * a right token is never held off.
   */
  async enroll(
    from: Anonymous,
    agentId: string,
    token: string,
    { public_key }: EnrollBody,
  ): Promise<EnrolledView> {
    const token_sha256 = hashSecret(token);
    await this.mustKnowToken(from, agentId, token_sha256);
    const key = parseAgentKey(public_key);
    try {
      await this.writer.write((tx) => this.storeKey(tx, from, agentId, token_sha256, key));
    } catch (error) {
      if (error instanceof KennyError) this.recordRefusal(from, agentId, error);
      throw error;
    }
    return { ok: true, agent_id: agentId, server_public_key: this.identity.publicKey };
  }

  /**
   * Hands out a new enrolment token. `rotate` leaves the old key good until the new one first
   * signs; `revoke` ends it, and the socket that used it, at once.
   * @throws KennyError `unknown_agent`
   */
  async rekey(
    acting: Acting,
    agentId: string,
    mode: RekeyMode,
    at?: string,
  ): Promise<EnrollmentIssued> {
    mustSee(acting.principal, agentId);
    return this.writer.write(async (tx) => {
      const agent = await this.agents.byId(tx, agentId);
      if (!agent) throw unknownAgent(agentId);
      const { agent_uid, agent_id } = agent;
      await this.retirement.retire(tx, { agent_uid, agent_id, why: 'rekeyed', by: by(acting) });
      if (mode === 'revoke') await this.revokeKeys(tx, agent_uid);
      const issued = await this.tokens.issue(tx, agent, mode, { at });
      await this.changes.finish(tx, by(acting), {
        agent,
        change: 'rekeyed',
        action: 'rekey',
        details: { mode },
        disconnect: mode === 'revoke',
      });
      return issued;
    });
  }

  private async revokeKeys(tx: Tx, agent_uid: string): Promise<void> {
    await this.agents.moveKeys(tx, agent_uid, 'current', 'retired');
    await this.agents.moveKeys(tx, agent_uid, 'next', 'retired');
    await this.agents.update(tx, agent_uid, { legacy_token_sha256: null });
  }

  /** Refuses wrong tokens before they cost a write. */
  private async mustKnowToken(from: Anonymous, agentId: string, sha256: string): Promise<void> {
    const agent = this.index.get(agentId);
    const enrolment = agent ? await this.agents.enrolmentOf(agent.agent_uid) : null;
    try {
      mustHoldToken(enrolment, sha256, this.clock.now());
    } catch (error) {
      const group = addressGroup(from.address);
      const retry_after = this.failures.retryAfter(group);
      if (retry_after > 0) {
        throw new KennyError(
          'rate_limited',
          `Too many wrong enrolment tokens from your address; try again in ${retry_after} s.`,
          { retry_after },
        );
      }
      this.failures.fail(group);
      if (agent && error instanceof KennyError) this.recordRefusal(from, agentId, error);
      throw error;
    }
  }

  private async storeKey(
    tx: Tx,
    from: Anonymous,
    agentId: string,
    token_sha256: string,
    key: AgentPublicKey,
  ): Promise<void> {
    const { key_sha256 } = key;
    const now = this.clock.now();
    const agent = await this.agents.byId(tx, agentId);
    const enrolment = agent && (await this.agents.enrolmentOf(agent.agent_uid, tx));
    const verdict = judgeEnrolment(enrolment, { token_sha256, key_sha256, now });
    if (verdict === 'repeat' || !agent || !enrolment) return;
    const waits = await this.mustBeFree(tx, agent, key);
    const { agent_uid, agent_id, legacy_token_sha256 } = agent;
    if (!(await this.agents.consume(tx, { agent_uid, token_sha256, key_sha256, now }))) {
      throw new KennyError('conflict', 'This enrolment token was used a moment ago.');
    }
    const who = agentItself(from, agent_id);
    await this.retirement.retire(tx, { agent_uid, agent_id, why: 're-enrolled', by: who });
    if (!waits) await this.addKey(tx, agent_uid, key, now);
    await this.agents.update(tx, agent_uid, { enrolled_at: now, legacy_token_sha256: null });
    await this.changes.finish(tx, who, {
      agent,
      change: 'enrolled',
      action: 'enroll',
      details: { key_sha256, mode: enrolment.mode, address: from.address },
      disconnect: legacy_token_sha256 !== null,
    });
  }

  /** Beside a current key the new one waits until it first signs, replacing one that waited. */
  private async addKey(tx: Tx, agent_uid: string, key: AgentPublicKey, now: number): Promise<void> {
    const keys = await this.agents.keysOf(tx, agent_uid);
    const state = keys.some((each) => each.state === 'current') ? 'next' : 'current';
    await this.agents.moveKeys(tx, agent_uid, state, 'retired');
    await this.agents.addKey(tx, { ...key, agent_uid, state, created_at: now });
  }

  /** True when this very key already waits to take over. */
  private async mustBeFree(tx: Tx, agent: AgentEntity, key: AgentPublicKey): Promise<boolean> {
    if (key.public_key === this.identity.publicKey) {
      throw new KennyError(
        'validation',
        "public_key: this is the server's own key; make a new one",
      );
    }
    const known = await this.agents.keyByHash(tx, key.key_sha256);
    if (!known) return false;
    const own = known.agent_uid === agent.agent_uid;
    if (own && known.state === 'next') return true;
    const whose = !own
      ? 'belongs to another PC'
      : known.state === 'retired'
        ? 'was replaced or revoked'
        : 'is the one this PC already has';
    throw new KennyError('conflict', `This key ${whose}; make a new one on the PC and enrol that.`);
  }

  private recordRefusal(from: Anonymous, agent_id: string, { code }: KennyError): void {
    this.audit.record({
      ...agentItself(from, agent_id),
      kind: 'agent',
      agent_id,
      target: 'enroll',
      args: { address: from.address },
      ok: false,
      code,
    });
  }
}

function agentItself({ door, request_id }: Anonymous, agent_id: string): Origin {
  return { actor: { kind: 'agent', id: agent_id, name: agent_id }, door, request_id };
}

/** @throws KennyError `validation` unless it is canonical base64 of a safe Ed25519 public key. */
function parseAgentKey(public_key: string): AgentPublicKey {
  const raw = decodeKey(public_key);
  if (!raw || !isSafePublicKey(raw)) {
    throw new KennyError(
      'validation',
      'public_key: must be the standard base64 of a 32-byte Ed25519 public key; make a new one',
      { field: 'public_key' },
    );
  }
  return { public_key, key_sha256: keyFingerprint(raw) };
}
