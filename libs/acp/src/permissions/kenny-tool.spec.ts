import type { ToolFacts } from '../events/event.js';
import type { Json } from '../limits/json.js';
import type { PermissionAsk } from './ask.js';
import { kennyTool } from './kenny-tool.js';

const toolNames = new Set(['list_agents', 'run_command']);
const CLAUDE = '@agentclientprotocol/claude-agent-acp';
const AGENTS = [CLAUDE, 'gemini-cli', 'opencode', 'codex-acp', 'somebody-else', ''];

function ask(tool: Partial<ToolFacts>, toolKinds: readonly string[] = []): PermissionAsk {
  const options = [{ optionId: 'allow', name: 'Allow', kind: 'allow_once' as const }];
  const raw: Json = {};
  return {
    ...{ ask: 1, turn: 1, sessionId: 's', tool: { id: 'c', ...tool }, toolKinds, options },
    ...{ cut: false, raw, rawCut: false },
  };
}
const toolOf = (agentName: string, asked: PermissionAsk) =>
  kennyTool(asked, { serverName: 'kenny', toolNames, agentName })?.tool;

const other = { toolKind: 'other' };
const PROVEN: [string, string, Partial<ToolFacts>, string | null][] = [
  ['Claude', CLAUDE, { ...other, title: 'mcp__kenny__list_agents', rawInput: {} }, 'list_agents'],
  [
    'Claude, with a command for a PC',
    CLAUDE,
    {
      ...{ ...other, title: 'mcp__kenny__run_command', toolName: 'mcp__kenny__run_command' },
      rawInput: { command: 'dir', agent_id: 'EXAMPLE-PC' },
    },
    'run_command',
  ],
  ['Gemini', 'gemini-cli', { ...other, title: 'list_agents (kenny MCP Server)' }, 'list_agents'],
  ['opencode', 'OpenCode', { ...other, title: 'kenny_list_agents' }, 'list_agents'],
  ['Codex', 'codex-acp', { title: 'Approve', rawInput: { server_name: 'kenny' } }, null],
  [
    'Codex, with the tool',
    'codex-acp',
    { rawInput: { server: 'kenny', tool: 'run_command', arguments: { command: 'dir' } } },
    'run_command',
  ],
];

it.each(PROVEN)('a tool of ours is known: %s', (_who, agent, tool, name) => {
  expect(toolOf(agent, ask(tool))).toBe(name);
});

describe.each(PROVEN)('what proves it for %s', (_who, agent, tool) => {
  it.each(['execute', 'edit', 'delete', 'move', 'switch_mode'])('does not with kind %s', (kind) => {
    expect(toolOf(agent, ask({ ...tool, toolKind: kind }))).toBeUndefined();
    expect(toolOf(agent, ask(tool, ['other', kind]))).toBeUndefined();
  });

  it('does not with a diff, a terminal, or something cut', () => {
    const diff = { type: 'diff', path: '/etc/passwd', oldText: null, newText: '' } as const;
    const terminal = { type: 'terminal', terminalId: 't' } as const;
    expect(toolOf(agent, ask({ ...tool, content: [diff] }))).toBeUndefined();
    expect(toolOf(agent, ask({ ...tool, content: [terminal] }))).toBeUndefined();
    expect(toolOf(agent, { ...ask(tool), cut: true })).toBeUndefined();
  });

  it('proves nothing for an agent of another maker', () => {
    const knows = AGENTS.filter((name) => toolOf(name, ask(tool)) !== undefined);
    expect(knows.every((name) => name.toLowerCase() === agent.toLowerCase())).toBe(true);
  });
});

const HOSTILE: [string, string, Partial<ToolFacts>][] = [
  ['a shell command', CLAUDE, { toolKind: 'execute', title: 'mcp__kenny__list_agents' }],
  ['a title without a kind', CLAUDE, { title: 'mcp__kenny__list_agents' }],
  ['a thought', CLAUDE, { toolKind: 'think', title: 'mcp__kenny__list_agents' }],
  ['a page of the web', CLAUDE, { toolKind: 'fetch', title: 'mcp__kenny__list_agents' }],
  ['words before', CLAUDE, { ...other, title: 'Bash mcp__kenny__list_agents' }],
  ['words behind', CLAUDE, { ...other, title: 'mcp__kenny__list_agents; rm -rf /' }],
  ['a line behind', CLAUDE, { ...other, title: 'mcp__kenny__list_agents\nrm' }],
  ['another case', CLAUDE, { ...other, title: 'MCP__KENNY__list_agents' }],
  ['a letter that looks alike', CLAUDE, { ...other, title: 'mcp__kеnny__list_agents' }],
  ['another server', CLAUDE, { ...other, title: 'mcp__kenny__evil__list_agents' }],
  ['a server that ends alike', CLAUDE, { ...other, title: 'mcp__not_kenny__list_agents' }],
  ['a tool that does not exist', CLAUDE, { ...other, title: 'mcp__kenny__rm' }],
  ['no tool at all', CLAUDE, { ...other, title: 'mcp__kenny__' }],
  [
    'a question that the model wrote',
    CLAUDE,
    { ...other, title: 'mcp__kenny__list_agents', rawInput: { questions: [] } },
  ],
  [
    'a tool that was called something else',
    CLAUDE,
    { ...other, title: 'mcp__kenny__list_agents', toolName: 'Bash' },
  ],
  ['the spelling of another agent', CLAUDE, { ...other, title: 'kenny_list_agents' }],
  ['a suffix alone', 'gemini-cli', { ...other, title: ' (kenny MCP Server)' }],
  ['a command with the suffix', 'gemini-cli', { ...other, title: 'rm -rf / (kenny MCP Server)' }],
  [
    'a search with it',
    'gemini-cli',
    { toolKind: 'search', title: 'list_agents (kenny MCP Server)' },
  ],
  [
    'the suffix twice',
    'gemini-cli',
    { ...other, title: 'list_agents (kenny MCP Server) (kenny MCP Server)' },
  ],
  ['the suffix of another', 'gemini-cli', { ...other, title: 'list_agents (kenny2 MCP Server)' }],
  ['bash', 'opencode', { ...other, title: 'bash' }],
  ['a server that begins alike', 'opencode', { ...other, title: 'kenny_x_list_agents' }],
  ['a title', 'codex-acp', { ...other, title: 'mcp__kenny__list_agents' }],
  ['another server', 'codex-acp', { rawInput: { server_name: 'kenny2' } }],
  ['two servers', 'codex-acp', { rawInput: { server_name: 'kenny', server: 'evil' } }],
  ['no name but an object', 'codex-acp', { rawInput: { server_name: { toString: 'kenny' } } }],
  ['a command', 'codex-acp', { rawInput: { server_name: 'kenny', command: ['rm'] } }],
  ['a patch', 'codex-acp', { rawInput: { server: 'kenny', changes: {} } }],
  ['wider rights', 'codex-acp', { rawInput: { server: 'kenny', permissions: {} } }],
  ['a tool that does not exist', 'codex-acp', { rawInput: { server: 'kenny', tool: 'rm' } }],
  [
    'two tools',
    'codex-acp',
    { rawInput: { server: 'kenny', tool: 'list_agents', tool_name: 'rm' } },
  ],
  ['a server inside', 'codex-acp', { rawInput: { arguments: { server_name: 'kenny' } } }],
  ['a list', 'codex-acp', { rawInput: [{ server_name: 'kenny' }] }],
  ['no input', 'codex-acp', {}],
];

it.each(HOSTILE)(
  'what merely resembles a tool of ours is not one: %s (%s)',
  (_what, agent, tool) => {
    expect(toolOf(agent, ask(tool))).toBeUndefined();
  },
);
