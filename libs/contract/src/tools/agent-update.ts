import { Bool, Field, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { RELEASE_VERSION_PATTERN } from '../version.js';

export class AgentUpdateArgs {
  @Text({ pattern: RELEASE_VERSION_PATTERN, max: 27 })
  @Field({ label: 'Version', example: '0.2.0' })
  version!: string;

  @Text({ pattern: '^https?://[^\\s]+$', max: 2048 })
  @Field({ label: 'Download address' })
  url!: string;

  @Text({ pattern: '^[0-9a-fA-F]{64}$', max: 64 })
  @Field({ label: 'SHA-256 of the file' })
  sha256!: string;
}

export class AgentUpdateResult {
  @Bool()
  ok!: boolean;

  @Text({ max: 64 })
  staged_version!: string;
}

export const agentUpdate = defineTool({
  name: 'agent_update',
  title: 'Update kenny',
  does: 'Updates kenny’s agent on {pc} to {version}. {pc} is out of reach for a moment while it restarts.',
  deletes: 'nothing but the agent’s own program, which it replaces',
  description:
    'Update kenny on a PC where it is installed as a service, to a newer signed version. ' +
    'It goes back to the old one by itself when the new one does not reach the server.',
  args: AgentUpdateArgs,
  result: AgentUpdateResult,
  effect: 'change',
  risk: 'high',
  riskWhy: 'replaces kenny’s own program there',
  where: 'agent',
  topic: 'expert',
  since: '0.8',
  os: ['windows', 'linux'],
  guards: { update_host: ['url'] },
  unguarded: {
    version: 'digits and dots only; compared and shown, never run',
    sha256: 'hex digits only; compared with the hash of the download',
  },
  deadline: { default_s: 600 },
  hints: { destructive: true, idempotent: true, openWorld: true },
});
