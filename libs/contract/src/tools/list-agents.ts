import { OPERATING_SYSTEMS, PC_HEALTH_ORDER, type Os, type PcHealth } from '../constants.js';
import { Bool, ListOf, Nullable, OneOf, Optional, Text, TextList } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class ListedAgent {
  @Text({ max: 64 })
  agent_id!: string;

  @Text({ max: 128 })
  name!: string;

  @TextList({ max: 20, length: 40 })
  tags!: string[];

  /** Null until the PC has connected once. */
  @Nullable()
  @OneOf(OPERATING_SYSTEMS)
  os!: Os | null;

  @Bool()
  online!: boolean;

  @Nullable()
  @Text({ max: 40 })
  last_seen!: string | null;

  @OneOf(PC_HEALTH_ORDER)
  overall!: PcHealth;

  /** Of a PC that is away: how it was when it was last heard. */
  @Optional()
  @OneOf(PC_HEALTH_ORDER)
  last_overall?: PcHealth;
}

export class ListAgentsResult {
  @ListOf(() => ListedAgent, 100_000)
  agents!: ListedAgent[];
}

export const listAgents = defineTool({
  name: 'list_agents',
  title: 'List PCs',
  description:
    'List the known PCs with their id, whether they are online, and their overall health.',
  args: NoArgs,
  result: ListAgentsResult,
  effect: 'read',
  risk: 'none',
  where: 'server',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
