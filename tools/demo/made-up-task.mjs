import { SERVER_FILES } from '@kenny/contract/agent';
import { TASK_PROMPTS } from '@kenny/contract/web';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run/steps.mjs';

const PROGRAMS = join(ROOT, 'libs/acp/src/testing');
const agent_id = 'mum-laptop';
const READING_MS = 1_500;

const plan = (...steps) => ({
  update: {
    sessionUpdate: 'plan',
    entries: steps.map(([content, status]) => ({ content, status, priority: 'medium' })),
  },
});
/** A tool of kenny, called as every AI agent calls it: what it answers is what the demo's PC says. */
const call = (id, title, tool, args = {}) => [
  {
    update: {
      ...{ sessionUpdate: 'tool_call', toolCallId: id, title },
      ...{ kind: 'read', status: 'in_progress', rawInput: { agent_id, ...args } },
    },
  },
  { mcp: { tool, arguments: { agent_id, ...args } } },
  { sleepMs: READING_MS },
  { update: { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed' } },
];

/** As the PC has just answered. */
const USED = '{{answer.structuredContent.data.volumes.0.percent_used}}';

const FIRST_TURN = [
  { text: 'I look at what fills the disk first.' },
  plan(['See what fills the disk', 'in_progress'], ['Ask to free some space', 'pending']),
  ...call('c1', 'Show disk usage', 'fs_disk_usage'),
  ...call('c2', 'Show what can be cleaned up', 'disk_cleanable'),
  plan(['See what fills the disk', 'completed'], ['Ask to free some space', 'in_progress']),
  {
    text: '\n\nC: is nearly full. The temporary files (8.7 GB) can go without losing anything. The largest folder is **Videos** with 195 GB; that is for its owner to clear out.\n\nI ask to delete the temporary files: approve it, or tell me what else to do.',
  },
  ...call('c3', 'Send a request to free up space', 'disk_clean', {
    targets: ['temp'],
    reason: 'The disk is nearly full, and these files are of no use any more.',
  }),
  plan(['See what fills the disk', 'completed'], ['Ask to free some space', 'completed']),
  { text: '\n\nI look again once it has run.' },
  { reply: { stopReason: 'end_turn' } },
];
/** Once its request has been decided. */
const SECOND_TURN = [
  { text: 'I look again.' },
  ...call('c4', 'Show disk usage', 'fs_disk_usage'),
  {
    text: `\n\nC: is now at ${USED} %. That is still too full: what helps next is to move some of the **Videos** (195 GB) to another disk.`,
  },
  { reply: { stopReason: 'end_turn' } },
];
/** To whatever is said to it afterwards. */
const NEXT_TURN = [
  { text: 'I am made up for this demo: that was all I know.' },
  { reply: { stopReason: 'end_turn' } },
];
/** As many as fit into what a command may be given. */
const REPLIES = 8;

/** Says what is written here, and uses kenny's tools as a real one does. */
export const MADE_UP_TASK = {
  title: 'Find out why Mum’s laptop is nearly full',
  agent_type: 'made-up',
  agents: [agent_id],
};

/** Before the server starts. */
export function writeMadeUpAgent(dataDir) {
  const script = {
    ...{ dialect: 'v1', agent: { agentCapabilities: { mcpCapabilities: { http: true } } } },
    on: {
      'session/prompt': {
        // It may have been started anew meanwhile.
        fits: [[TASK_PROMPTS.decided, SECOND_TURN]],
        times: [FIRST_TURN, ...Array(REPLIES).fill(NEXT_TURN)],
      },
    },
  };
  const type = {
    ...{ id: MADE_UP_TASK.agent_type, name: 'Made-up AI agent', permissions: 'ask' },
    description: 'Belongs to this demo: no model thinks, it says what was written for it.',
    command: [process.execPath, join(PROGRAMS, 'scripted-agent.mjs'), JSON.stringify(script)],
    // The sandbox hides this checkout.
    mounts: [`${PROGRAMS}:${PROGRAMS}:ro`],
  };
  const types = JSON.stringify({ types: [type] });
  writeFileSync(join(dataDir, SERVER_FILES.agentTypes), types, { mode: 0o600 });
}
