import { defineTool } from '../define/tool.js';
import { FleetAgent } from '../http/fleet.js';
import { AgentIdArgs } from './agent-id-args.js';

export const agentHealth = defineTool({
  name: 'agent_health',
  title: 'Show health',
  description: 'Show the health of one PC, section by section, each with its reason.',
  args: AgentIdArgs,
  result: FleetAgent,
  effect: 'read',
  risk: 'none',
  where: 'server',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
