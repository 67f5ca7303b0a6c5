import { AGENT_ID_PATTERN } from '../constants.js';
import { AnyObject, Field, Nullable, Optional, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';

export class AgentSnapshotArgs {
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  @Field({ label: 'PC', description: 'agent_id as in list_agents.', example: 'example-pc' })
  id!: string;

  /** Any name: sections of later protocols are kept and can be shown. */
  @Optional()
  @Text({ pattern: '^[a-z][a-z0-9_]*$', max: 64 })
  @Field({ label: 'Section', description: 'Left out: all of them.', example: 'disk' })
  section?: string;
}

export class AgentSnapshotResult {
  @Text({ max: 64 })
  agent_id!: string;

  /** By the clock of the PC; null when nothing came yet. */
  @Nullable()
  @Text({ max: 40 })
  collected_at!: string | null;

  @Nullable()
  @Text({ max: 40 })
  received_at!: string | null;

  /** Section name → payload, as the PC sent it. */
  @AnyObject()
  snapshot!: Record<string, unknown>;
}

export const agentSnapshot = defineTool({
  name: 'agent_snapshot',
  title: 'Show the last report',
  description: 'Show the last telemetry that the server has of one PC, or one section of it.',
  args: AgentSnapshotArgs,
  result: AgentSnapshotResult,
  effect: 'read',
  risk: 'none',
  where: 'server',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
