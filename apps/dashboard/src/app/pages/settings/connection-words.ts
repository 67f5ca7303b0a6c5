import type { ConnectionClient, CreateTokenBody } from '@kenny/contract/web';

/** What somebody does before the lines are of use. */
export interface ConnectionStep {
  readonly text: string;
  /** To what it needs. */
  readonly link?: { readonly href: string; readonly text: string };
}

/** What somebody does with a file that the program itself opens. */
interface BundleWords {
  /** After where. */
  readonly download: string;
  /** Before the token. */
  readonly install: string;
  /** What may happen meanwhile. */
  readonly mind: string;
  readonly then: string;
  /** Where no call comes. */
  readonly otherwise: string;
}

export interface ClientWords {
  readonly name: string;
  /** What it is, beside its name. */
  readonly about: string;
  /** The short way; the lines are the other one then. */
  readonly bundle?: BundleWords;
  readonly first: readonly ConnectionStep[];
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
  'claude-desktop': {
    name: 'Claude Desktop',
    about: 'the Claude app',
    bundle: {
      download: 'download the file that adds kenny to Claude Desktop.',
      install: 'Double-click it and press Install. Claude Desktop then asks for a token: paste',
      mind: 'It may warn that Anthropic has not checked this extension: it comes from your own kenny. If nothing opens, drag the file into Claude Desktop’s Settings → Extensions.',
      then: 'Ask Claude: “How are my PCs?”',
      otherwise: 'In Claude Desktop, under Settings → Extensions: is kenny there, and turned on?',
    },
    first: [
      {
        text: 'The computer with Claude Desktop needs Node.js, which is free. If it has none:',
        link: { href: 'https://nodejs.org/en/download', text: 'get Node.js' },
      },
      {
        text: 'In Claude Desktop, open Settings → Developer → Edit Config. It shows the file claude_desktop_config.json: open that in a text editor.',
      },
    ],
    put: 'Paste this in place of what is there, and save. If the file has other entries under “mcpServers”, paste only “kenny” with all that belongs to it beside them.',
    then: 'Quit Claude Desktop and open it again. Ask it: “How are my PCs?”',
    scope: 'mcp',
  },
  other: {
    name: 'Another program',
    about: 'any that works with MCP',
    first: [],
    put: 'In the program’s settings, add an MCP server with this transport, address and header.',
    then: 'Let the program connect and list its tools.',
    scope: 'mcp',
  },
  'claude-code': {
    name: 'Claude Code',
    about: 'Claude in a terminal',
    first: [],
    put: 'Run this in a terminal on the computer that has Claude Code.',
    then: 'Start Claude Code, or run “claude mcp list”.',
    scope: 'mcp',
  },
  cursor: {
    name: 'Cursor',
    about: 'code editor',
    first: [],
    put: 'Put this into the file ~/.cursor/mcp.json.',
    then: 'In Cursor’s settings, under MCP, turn kenny on.',
    scope: 'mcp',
  },
  'vs-code': {
    name: 'VS Code',
    about: 'code editor',
    first: [{ text: 'In VS Code’s command palette, choose “MCP: Open User Configuration”.' }],
    put: 'Put this into the file that opens.',
    then: 'Press Start above the entry.',
    scope: 'mcp',
  },
  editor: {
    name: 'An editor plug-in',
    about: 'if you write one yourself',
    first: [],
    put: 'Let the plug-in start this program, which speaks JSON-RPC over stdin and stdout.',
    guide: 'rpc',
    then: 'Let the plug-in begin a conversation.',
    scope: 'operator',
  },
};

/** As they are offered: what most people have comes first. */
export const CLIENT_GROUPS: readonly {
  readonly name: string;
  readonly clients: readonly ConnectionClient[];
}[] = [
  { name: 'Chat programs', clients: ['claude-desktop', 'other'] },
  { name: 'Programs for coders', clients: ['claude-code', 'cursor', 'vs-code', 'editor'] },
];
export const FIRST_CLIENT: ConnectionClient = 'claude-desktop';

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
