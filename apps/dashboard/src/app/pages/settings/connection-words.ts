import type { ConnectionClient, CreateTokenBody } from '@kenny/contract/web';

export interface ClientWords {
  readonly name: string;
  /** What it is, beside its name. */
  readonly about: string;
  /** Where the lines go. */
  readonly put: string;
  /** The guide that says more of it. */
  readonly guide?: string;
  /** What makes it call. */
  readonly then: string;
  readonly scope: 'mcp' | 'operator';
}

/** How somebody uses the lines for each program. */
export const CLIENT_WORDS: Readonly<Record<ConnectionClient, ClientWords>> = {
  'claude-code': {
    name: 'Claude Code',
    about: 'Claude in a terminal',
    put: 'Run this in a terminal on the computer that has Claude Code.',
    then: 'Start Claude Code, or run “claude mcp list”.',
    scope: 'mcp',
  },
  'claude-desktop': {
    name: 'Claude Desktop',
    about: 'the Claude app',
    put: 'In Claude Desktop, Settings → Developer → Edit Config opens claude_desktop_config.json. Put this into it. That computer needs Node.js.',
    then: 'Quit Claude Desktop and open it again.',
    scope: 'mcp',
  },
  cursor: {
    name: 'Cursor',
    about: 'code editor',
    put: 'Put this into the file ~/.cursor/mcp.json.',
    then: 'In Cursor’s settings, under MCP, turn kenny on.',
    scope: 'mcp',
  },
  'vs-code': {
    name: 'VS Code',
    about: 'code editor',
    put: 'In VS Code’s command palette, “MCP: Open User Configuration” opens a file. Put this into it.',
    then: 'Press Start above the entry.',
    scope: 'mcp',
  },
  other: {
    name: 'Another program',
    about: 'speaks MCP',
    put: 'Give the program this transport, this address and this header.',
    then: 'Let it connect and list its tools.',
    scope: 'mcp',
  },
  editor: {
    name: 'An editor plug-in',
    about: 'for developers',
    put: 'Let the plug-in start this program, which speaks JSON-RPC over stdin and stdout.',
    guide: 'rpc',
    then: 'Let the plug-in begin a conversation.',
    scope: 'operator',
  },
};

interface ConnectionRightWords {
  readonly name: string;
  readonly about: string;
  readonly classes: NonNullable<CreateTokenBody['classes']>;
}

/** What a connection may do: never decide, and never read private data unasked. */
export const CONNECTION_RIGHTS = {
  ask: {
    name: 'Look and ask for changes',
    about:
      'Sees your PCs, and asks, for example to restart a service. Each request waits under Approvals.',
    classes: ['read', 'change'],
  },
  look: {
    name: 'Only look',
    about: 'Sees your PCs and how they are. Cannot ask for changes.',
    classes: ['read'],
  },
} as const satisfies Record<string, ConnectionRightWords>;
export type ConnectionRight = keyof typeof CONNECTION_RIGHTS;

const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
] as const;

/** `Claude Code on Windows`: as good a name as the browser can think of. */
export function suggestedName(client: ConnectionClient, userAgent: string): string {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent));
  const { name } = CLIENT_WORDS[client];
  return system ? `${name} on ${system[1]}` : name;
}
