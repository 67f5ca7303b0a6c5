import type { EnrollmentIssued } from '@kenny/contract';
import { type Clock, iso } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AgentsAddress, APP_CONFIG, ServerIdentity, type AppConfig } from '../../config/index.js';
import { CLOCK } from '../../kernel/index.js';
import type { Tx } from '../../database/index.js';
import { hashSecret, newSecret } from '../secrets.js';
import type { AgentEntity } from './agent.entity.js';
import { AgentsRepository } from './agents.repository.js';
import type { EnrolmentEntity } from './enrolment.entity.js';
import { ENROLMENT_MS } from './enrolment-rules.js';
import { installLines, serverUrl } from './install-lines.js';

/** Issues one-time enrolment tokens, with all a PC needs to use one. */
@Injectable()
export class EnrolmentTokens {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly identity: ServerIdentity,
    private readonly address: AgentsAddress,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'telemetryIntervalSecs'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Base64 of the key that PCs pin. */
  get serverPublicKey(): string {
    return this.identity.publicKey;
  }

  /**
   * Stores a new token in place of any the PC had; the answer holds the only copy of it.
   * @param at - `host:port` that the PC dials
   * @throws KennyError `bad_args` where agents are not served there
   */
  async issue(
    tx: Tx,
    { agent_uid, agent_id }: Pick<AgentEntity, 'agent_uid' | 'agent_id'>,
    mode: EnrolmentEntity['mode'],
    { token = newSecret(), at }: { readonly token?: string; readonly at?: string | undefined } = {},
  ): Promise<EnrollmentIssued> {
    const place = this.address.mustPlaceAt(at);
    const now = this.clock.now();
    const expires_at = now + ENROLMENT_MS;
    await this.agents.putEnrolment(tx, {
      agent_uid,
      token_sha256: hashSecret(token),
      mode,
      created_at: now,
      expires_at,
      used_key_sha256: null,
      used_at: null,
    });
    const server_public_key = this.serverPublicKey;
    const server_url = serverUrl(place.url);
    return {
      agent_id,
      enrollment: { token, expires_at: iso(expires_at) },
      server_public_key,
      server_url,
      authority: place.authority,
      install: installLines({
        server_url,
        agent_id,
        server_public_key,
        token,
        telemetry_interval_s: this.config.telemetryIntervalSecs,
        own_authority: place.authority !== null,
        new_key: mode !== 'first',
      }),
    };
  }
}
