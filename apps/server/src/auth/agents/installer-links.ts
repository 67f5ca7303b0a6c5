import { TOKEN_PREFIX, type Os } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac, randomBytes } from 'node:crypto';
import { Writer } from '../../database/index.js';
import { CLOCK } from '../../kernel/index.js';
import { by, type Acting } from '../acting.js';
import { hashSecret } from '../secrets.js';
import { AgentChanges } from './agent-changes.js';
import { AgentIndex } from './agent-index.js';
import { mustSee, unknownAgent } from './agent-rules.js';
import { AgentsRepository } from './agents.repository.js';
import { EnrolmentTokens } from './enrolment-tokens.js';

const NONCE_BYTES = 32;
const PURPOSE = 'kenny enrolment token of an installer link';

/** Grants its holder to enrol as this PC, once. */
export interface InstallerGrant {
  readonly agent_id: string;
  readonly os: Os;
  readonly token: string;
  readonly server_public_key: string;
  /** Epoch ms. */
  readonly expires_at: number;
}

/** Links that install an agent; each is its own enrolment token (ADR 0021). */
@Injectable()
export class InstallerLinks {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly index: AgentIndex,
    private readonly changes: AgentChanges,
    private readonly tokens: EnrolmentTokens,
    private readonly writer: Writer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A new link; it takes the place of whatever token the PC had. A PC that enrolled before keeps
   * its key until the one that the link brings first signs.
   * @throws KennyError `unknown_agent`
   */
  async issue(
    acting: Acting,
    agentId: string,
    os: Os,
  ): Promise<{ agent_id: string; nonce: string; expires_at: string }> {
    mustSee(acting.principal, agentId);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return this.writer.write(async (tx) => {
      const agent = await this.agents.byId(tx, agentId);
      if (!agent) throw unknownAgent(agentId);
      const { agent_uid, agent_id } = agent;
      const mode = (await this.agents.keysOf(tx, agent_uid)).length > 0 ? 'rotate' : 'first';
      await this.agents.update(tx, agent_uid, { os });
      const { enrollment } = await this.tokens.issue(tx, agent, mode, {
        token: tokenOfNonce(nonce),
      });
      await this.changes.finish(tx, by(acting), {
        agent,
        change: 'updated',
        action: 'installer',
        details: { os, mode },
      });
      return { agent_id, nonce, expires_at: enrollment.expires_at };
    });
  }

  /** Null for an unknown, used, replaced or expired link: nobody learns which. */
  async open(nonce: string): Promise<InstallerGrant | null> {
    const token = tokenOfNonce(nonce);
    const enrolment = await this.agents.enrolmentByToken(hashSecret(token));
    if (!enrolment || enrolment.used_key_sha256 !== null) return null;
    if (this.clock.now() >= enrolment.expires_at) return null;
    const agent = this.index.getByUid(enrolment.agent_uid);
    if (!agent?.os) return null;
    const { agent_id, os } = agent;
    const { serverPublicKey: server_public_key } = this.tokens;
    return { agent_id, os, token, server_public_key, expires_at: enrolment.expires_at };
  }
}

/**
 * One way: who reads the token's hash in the database learns neither. The text of the nonce is the
 * key, so that it has one spelling only.
 */
function tokenOfNonce(nonce: string): string {
  return TOKEN_PREFIX + createHmac('sha256', nonce).update(PURPOSE).digest('base64url');
}
