/** What it takes to set up an agent that kenny knows by itself. No class: browsers import it. */
export interface AgentPreset {
  readonly id: string;
  readonly name: string;
  /** How its program is installed on the server. */
  readonly install: string;
  /** Given to it as this variable, and where people get one. */
  readonly key: { readonly variable: string; readonly from: string };
}

/** Those that run as a process; what they run stands in the server alone. */
export const AGENT_PRESETS = [
  {
    id: 'claude-agent',
    name: 'Claude',
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    key: { variable: 'ANTHROPIC_API_KEY', from: 'console.anthropic.com' },
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    install: 'npm install -g @google/gemini-cli',
    key: { variable: 'GEMINI_API_KEY', from: 'aistudio.google.com/apikey' },
  },
  {
    id: 'codex',
    name: 'Codex',
    install: 'npm install -g @agentclientprotocol/codex-acp',
    key: { variable: 'OPENAI_API_KEY', from: 'platform.openai.com/api-keys' },
  },
  {
    id: 'opencode',
    name: 'opencode',
    install: 'npm install -g opencode-ai',
    key: { variable: 'ANTHROPIC_API_KEY', from: 'console.anthropic.com' },
  },
] as const satisfies readonly AgentPreset[];

export type AgentPresetId = (typeof AGENT_PRESETS)[number]['id'];

export function agentPreset(id: string): AgentPreset | undefined {
  return AGENT_PRESETS.find((preset) => preset.id === id);
}

/** The line that sets one up, on the server. */
export function addAgentLine(id: string): string {
  return `kenny task types --add ${id}`;
}
