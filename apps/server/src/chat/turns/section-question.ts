import { sectionTitle, type FleetAgent } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { Dispatch } from '../../dispatch/index.js';
import { KennyError, type CallContext } from '../../kernel/index.js';
import { cleanedLine } from '../../model-tools/index.js';
import { BRAIN, type ModelBrain } from '../brain/index.js';

/** Longer ones say more than a name. */
const NAME_LENGTH = 64;
const QUOTES = /["“”„‟«»‹›「」『』〝〞＂]/g;

/** Somebody else's words, in quotes that they cannot close and on one line that they cannot leave. */
function quoted(name: string): string {
  return `“${cleanedLine(name.replace(QUOTES, "'"), NAME_LENGTH)}”`;
}

export interface Explained {
  readonly agent_id: string;
  readonly section: string;
}

/**
 * "Explain": a question about one section of a PC, as a person would ask it. It quotes nothing that
 * the PC sent: a PC's words reach a model as tool results only. The PC is named as people named it,
 * as a name and nothing else; its id is that of the conversation.
 */
@Injectable()
export class SectionQuestions {
  constructor(
    private readonly dispatch: Dispatch,
    @Inject(BRAIN) private readonly brain: Partial<Pick<ModelBrain, 'unavailable'>>,
  ) {}

  /** @throws KennyError `unknown_agent`, `not_found`; `chat_unavailable` before anything is begun */
  async about(ctx: CallContext, { agent_id, section }: Explained): Promise<string> {
    const why = this.brain.unavailable ?? null;
    if (why !== null) throw new KennyError('chat_unavailable', why);
    const asked = { tool: 'agent_health', args: { id: agent_id } };
    const outcome = await this.dispatch.call(ctx, asked);
    if (outcome.kind === 'refused') {
      throw new KennyError(outcome.error.code, outcome.error.message, outcome.error.details);
    }
    if (outcome.kind === 'approval') throw new Error('agent_health needs no approval');
    const { sections, agent_id: id, name } = outcome.result as unknown as FleetAgent;
    const found = sections.find((one) => one.name === section);
    if (!found) throw new KennyError('not_found', `${id} has sent no section "${section}"`);
    const what = `${quoted(sectionTitle(found.name) ?? found.name)} on the PC named ${quoted(name)}`;
    const question =
      found.status === 'warn' || found.status === 'crit'
        ? `Why is ${what} a problem, and what helps?`
        : `What does ${what} show, and is it all right?`;
    return `${question} Change nothing yet.`;
  }
}
