import { AGENT_ID_PATTERN } from '../constants.js';
import { Field, Text } from '../define/decorators.js';

/** Names one PC; for the tools that the server answers itself. */
export class AgentIdArgs {
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  @Field({ label: 'PC', description: 'agent_id as in list_agents.', example: 'example-pc' })
  id!: string;
}
