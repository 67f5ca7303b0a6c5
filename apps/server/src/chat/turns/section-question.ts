import type { FleetAgent } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { Dispatch } from '../../dispatch/index.js';
import { KennyError, type CallContext } from '../../kernel/index.js';

export interface Explained {
  readonly agent_id: string;
  readonly section: string;
}

/**
 * "Explain": a question about one section of a PC. It quotes nothing that the PC sent: a PC's
 * words reach a model as tool results only, so the question names the tools to read them with.
 */
@Injectable()
export class SectionQuestions {
  constructor(private readonly dispatch: Dispatch) {}

  /** @throws KennyError `unknown_agent`, `not_found` */
  async about(ctx: CallContext, { agent_id, section }: Explained): Promise<string> {
    const asked = { tool: 'agent_health', args: { id: agent_id } };
    const outcome = await this.dispatch.call(ctx, asked);
    if (outcome.kind === 'refused') {
      throw new KennyError(outcome.error.code, outcome.error.message, outcome.error.details);
    }
    if (outcome.kind === 'approval') throw new Error('agent_health needs no approval');
    const { sections, agent_id: id } = outcome.result as unknown as FleetAgent;
    const found = sections.find(({ name }) => name === section);
    if (!found) throw new KennyError('not_found', `${id} has sent no section "${section}"`);
    return [
      `Explain the section "${found.name}" of the PC "${id}": kenny shows it as "${found.status}" since ${found.since}.`,
      `Read it with agent_health and agent_snapshot {"id": "${id}", "section": "${found.name}"}.`,
      'Say in plain words what it means, how urgent it is, what has probably led to it, and what I can do about it. Change nothing.',
    ].join('\n');
  }
}
