import { PC_HEALTH_ORDER, type PcHealth } from '../constants.js';
import { Bool, OneOf, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { AgentIdArgs } from './agent-id-args.js';

export class SelectAgentResult {
  @Text({ max: 64 })
  agent_id!: string;

  @Text({ max: 128 })
  name!: string;

  @Bool()
  online!: boolean;

  @OneOf(PC_HEALTH_ORDER)
  overall!: PcHealth;

  /** False where the client keeps no session: then every call must name its `agent_id`. */
  @Bool()
  remembered!: boolean;
}

/** A convenience of one session only; the selection never reaches another client (D4). */
export const selectAgent = defineTool({
  name: 'select_agent',
  title: 'Choose a PC',
  description:
    'Choose the PC that later tools of this session act on when they name none. Naming agent_id in each call is safer.',
  args: AgentIdArgs,
  result: SelectAgentResult,
  effect: 'read',
  risk: 'none',
  where: 'server',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
