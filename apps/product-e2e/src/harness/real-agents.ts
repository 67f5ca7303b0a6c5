import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE, type World } from './world.js';

const FOLDER = join(WORKSPACE, 'tools/acp-agents');
const MODEL = join(WORKSPACE, 'apps/product-e2e/programs/model-of-agents.mjs');

/** What a model does next: uses one of kenny's tools, or says something. */
export type ModelStep =
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/** An agent that somebody else made, and how it is told to ask our model instead of its own. */
export interface RealAgent {
  readonly id: string;
  readonly program: string;
  readonly args: readonly string[];
  env(model: string): Readonly<Record<string, string>>;
}

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    id: 'claude',
    program: '@agentclientprotocol/claude-agent-acp/dist/index.js',
    args: [],
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'sk-ant-of-a-test',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  {
    id: 'gemini',
    program: '@google/gemini-cli/bundle/gemini.js',
    args: ['--acp'],
    env: (model) => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: 'of-a-test',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      NO_BROWSER: '1',
    }),
  },
];

/** Why they cannot run here; undefined when they are installed. */
export function whyNoRealAgents(): string | undefined {
  const args = [join(WORKSPACE, 'tools/run/install-apart.mjs'), FOLDER];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? undefined : `npm cannot install them: ${stderr.trim().slice(-200)}`;
}

/** Starts a model with that script, and writes the agent's type for a server. */
export async function agentTypeOf(
  world: World,
  agent: RealAgent,
  steps: readonly ModelStep[],
): Promise<Readonly<Record<string, string>>> {
  const folder = world.makeFolder(`${agent.id}-type`);
  const script = join(folder, 'script.json');
  writeFileSync(script, JSON.stringify(steps));
  const model = world.start({ name: 'model', args: [MODEL, script], cwd: WORKSPACE });
  const [, url = ''] = await model.says(/answering at (\S+)/);
  const modules = join(FOLDER, 'node_modules');
  const type = {
    ...{ id: agent.id, name: agent.id, runtime: 'process', enabled: true },
    command: [process.execPath, join(modules, agent.program), ...agent.args],
    env: agent.env(url),
    mounts: [`${modules}:${modules}:ro`],
  };
  const file = join(folder, 'agent-types.json');
  writeFileSync(file, JSON.stringify({ types: [type] }), { mode: 0o600 });
  return { KENNY_TASKS_AGENT_TYPES: file };
}
