import { SERVER_FILES } from '@kenny/contract/agent';
import { TASK_PROMPTS } from '@kenny/contract/web';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run/steps.mjs';

/** The sandbox hides this checkout, but for what its program is made of. */
const FOLDERS = [join(ROOT, 'tools/demo'), join(ROOT, 'libs/acp/src/testing')];

/** What the demo begins with. */
export const MADE_UP_TASK = {
  title: 'Find out why Mum’s laptop is nearly full',
  agent_type: 'made-up',
  agents: ['mum-laptop'],
};

/** Before the server starts. */
export function writeMadeUpAgent(dataDir) {
  const type = {
    ...{ id: MADE_UP_TASK.agent_type, name: 'Made-up AI agent', permissions: 'ask' },
    description: 'Belongs to this demo: no model thinks, it says what was written for it.',
    command: [process.execPath, join(FOLDERS[0], 'task/agent.mjs'), TASK_PROMPTS.decided],
    mounts: FOLDERS.map((folder) => `${folder}:${folder}:ro`),
  };
  const types = JSON.stringify({ types: [type] });
  writeFileSync(join(dataDir, SERVER_FILES.agentTypes), types, { mode: 0o600 });
}
