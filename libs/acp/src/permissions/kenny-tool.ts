import { isObject } from '@kenny/kernel';
import type { PermissionAsk } from './ask.js';

export interface OwnTools {
  /** Under which the agent was given the server that the tools are on. */
  readonly serverName: string;
  /** The names of the tools on it. */
  readonly toolNames: ReadonlySet<string>;
  /** What the agent calls itself in its answer to `initialize`: each maker has its own proof. */
  readonly agentName: string;
}

/** A permission that is about a tool on our own server; `tool` is null where only the server is told. */
export interface OwnTool {
  readonly tool: string | null;
}

/** What the agent itself does to the machine it runs on is never a tool of ours. */
const NATIVE_KINDS: ReadonlySet<string> = new Set([
  ...['execute', 'edit', 'delete', 'move', 'switch_mode'],
]);

/**
 * The tool, if a permission is provably for one on our own server, where its call is judged again;
 * undefined in every doubt. A model may have written a title, so a title counts only with the
 * kind that these agents give to tools of servers alone, whole, and for a tool that exists.
 */
export function kennyTool(ask: PermissionAsk, own: OwnTools): OwnTool | undefined {
  const kinds = [...ask.toolKinds, ask.tool.toolKind].filter((kind) => kind !== undefined);
  if (ask.cut || kinds.some((kind) => NATIVE_KINDS.has(kind))) return undefined;
  if (ask.tool.content?.some(({ type }) => type === 'diff' || type === 'terminal'))
    return undefined;
  const proof = PROOFS.find(({ agent }) => agent.test(own.agentName));
  if (!proof) return undefined;
  if (proof.by === 'input') return proof.prove(ask, own);
  if (kinds.length === 0 || kinds.some((kind) => kind !== 'other')) return undefined;
  const tool = proof.toolIn(ask.tool.title ?? '', own.serverName);
  if (tool === undefined || !own.toolNames.has(tool)) return undefined;
  return proof.contradicts?.(ask) ? undefined : { tool };
}

type Proof =
  | {
      readonly agent: RegExp;
      readonly by: 'title';
      readonly toolIn: (title: string, server: string) => string | undefined;
      readonly contradicts?: (ask: PermissionAsk) => boolean;
    }
  | {
      readonly agent: RegExp;
      readonly by: 'input';
      readonly prove: (ask: PermissionAsk, own: OwnTools) => OwnTool | undefined;
    };

const between = (text: string, before: string, after: string): string | undefined =>
  text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length
    ? text.slice(before.length, text.length - after.length)
    : undefined;

const PROOFS: readonly Proof[] = [
  {
    agent: /claude/i,
    by: 'title',
    toolIn: (title, server) => between(title, `mcp__${server}__`, ''),
    // Its question to a person has kind `other`, too, and a title that the model wrote.
    contradicts: ({ tool }) =>
      (tool.toolName !== undefined && tool.toolName !== tool.title) ||
      (isObject(tool.rawInput) && 'questions' in tool.rawInput),
  },
  {
    agent: /gemini/i,
    by: 'title',
    toolIn: (title, server) => between(title, '', ` (${server} MCP Server)`),
  },
  { agent: /opencode/i, by: 'title', toolIn: (title, server) => between(title, `${server}_`, '') },
  { agent: /codex/i, by: 'input', prove: byServerInInput },
];

/** In the input of what Codex does by itself: commands, patches, wider rights. */
const NATIVE_INPUT = [
  ...[
    'command',
    'cwd',
    'parsed_cmd',
    'changes',
    'patch',
    'grant_root',
    'permissions',
    'codex_home',
  ],
];

/** Codex names the server apart from everything that a model writes. */
function byServerInInput(
  { tool: { rawInput } }: PermissionAsk,
  { serverName, toolNames }: OwnTools,
): OwnTool | undefined {
  if (!isObject(rawInput) || NATIVE_INPUT.some((key) => key in rawInput)) return undefined;
  const { server_name, server, tool, tool_name } = rawInput;
  const servers = [server_name, server].filter((name) => name !== undefined);
  if (servers.length === 0 || servers.some((name) => name !== serverName)) return undefined;
  const names = [tool, tool_name].filter((name) => name !== undefined);
  if (names.length === 0) return { tool: null };
  const [name] = names;
  if (typeof name !== 'string' || names.some((other) => other !== name)) return undefined;
  return toolNames.has(name) ? { tool: name } : undefined;
}
