import { AGENT_ID_PATTERN } from '../constants.js';
import { Field, Optional, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { HealthChangeList } from '../http/charts.js';

export class HealthHistoryArgs {
  @Optional()
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  @Field({
    label: 'PC',
    description: 'agent_id as in list_agents; default: every PC.',
    example: 'example-pc',
  })
  id?: string;

  @Optional()
  @Whole({ min: 1, max: 30 })
  @Field({ label: 'Days', description: 'How far back, up to now.', default: 7 })
  days!: number;
}

export const healthHistory = defineTool({
  name: 'health_history',
  title: 'Show what happened',
  description:
    'Show which checks got worse or better lately, on one PC or on all, newest first: what happened yesterday or last week.',
  args: HealthHistoryArgs,
  result: HealthChangeList,
  effect: 'read',
  risk: 'none',
  where: 'server',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
