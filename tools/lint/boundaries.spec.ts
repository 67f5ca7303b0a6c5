import { spawnSync } from 'node:child_process';

interface Case {
  why: string;
  /** An existing file, so that it has a place in the project graph; its text is replaced. */
  file: string;
  text: string;
  /** The rule that must speak; undefined when the text is fine. */
  rule: string | undefined;
}

const SERVER = 'apps/server/src';
const KERNEL_INDEX = 'libs/kernel/src/index.ts';
const LINEAR_MATCH_INDEX = 'libs/linear-match/src/run/index.ts';
const FRAMING_FILE = 'libs/jsonrpc/src/framing/framing.ts';
const ACP_FILE = 'libs/acp/src/events/event.ts';
const CONTRACT_INDEX = 'libs/contract/src/index.ts';
const CLIENT_INDEX = 'libs/client/src/index.ts';
const GUARD_INDEX = 'libs/guard/src/index.ts';
const AGENT_FILE = 'apps/agent/src/platform/run-program.ts';
const TUNNEL_FILE = `${SERVER}/tunnel/tunnel.service.ts`;
const WS_FILE = `${SERVER}/doors/ws/ws-request.ts`;
const DASHBOARD_FILE = 'apps/dashboard/src/app/core/words.ts';
const DASHBOARD_ERROR_FILE = 'apps/dashboard/src/app/core/http/api-error.ts';
const NX = '@nx/enforce-module-boundaries';

const CASES: Case[] = [
  {
    why: 'the kernel imports nothing of ours',
    file: KERNEL_INDEX,
    text: "export * from '@kenny/contract/agent';\n",
    rule: NX,
  },
  {
    why: 'the contract imports no library but the kernel',
    file: CONTRACT_INDEX,
    text: "export * from '@kenny/gate';\n",
    rule: NX,
  },
  {
    why: 'the contract may import the kernel',
    file: CONTRACT_INDEX,
    text: "export * from '@kenny/kernel';\n",
    rule: undefined,
  },
  {
    why: 'a library imports no other library but the contract and the kernel',
    file: GUARD_INDEX,
    text: "export * from '@kenny/health';\n",
    rule: NX,
  },
  {
    why: 'the library of automata imports nothing of ours',
    file: LINEAR_MATCH_INDEX,
    text: "export * from '@kenny/kernel';\n",
    rule: NX,
  },
  {
    why: 'what runs automata does not load what compiles them',
    file: LINEAR_MATCH_INDEX,
    text: "export * from '../compile/index.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'what finds frames knows no messages',
    file: FRAMING_FILE,
    text: "export * from '../messages/message.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'JSON-RPC knows nothing of the session',
    file: FRAMING_FILE,
    text: "export * from '@kenny/session';\n",
    rule: NX,
  },
  {
    why: 'the client of external agents may use JSON-RPC',
    file: ACP_FILE,
    text: "export { newline } from '@kenny/jsonrpc';\n",
    rule: undefined,
  },
  {
    why: 'what reads an agent’s words knows no connection',
    file: ACP_FILE,
    text: "export * from '../client/agent-line.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'only specs import the scripted agent',
    file: TUNNEL_FILE,
    text: "export * from '@kenny/acp/testing';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the guard may run automata',
    file: GUARD_INDEX,
    text: "export * from '@kenny/linear-match';\n",
    rule: undefined,
  },
  {
    why: 'a library never imports an app',
    file: GUARD_INDEX,
    text: "export * from '../../../apps/agent/src/platform/run-program.js';\n",
    rule: NX,
  },
  {
    why: 'an app never imports another app',
    file: AGENT_FILE,
    text: "export * from '../../../server/src/kernel/index.js';\n",
    rule: NX,
  },
  {
    why: 'only specs import the testing library',
    file: TUNNEL_FILE,
    text: "export * from '@kenny/testing';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the agent takes no DTO classes',
    file: AGENT_FILE,
    text: "export * from '@kenny/contract';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the agent takes no class-validator',
    file: AGENT_FILE,
    text: "export { IsString } from 'class-validator';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the dashboard takes no DTO classes',
    file: DASHBOARD_FILE,
    text: "export * from '@kenny/contract';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the dashboard takes no entry of the contract that is for Node',
    file: DASHBOARD_FILE,
    text: "export * from '@kenny/contract/client';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the dashboard takes nothing of Node',
    file: DASHBOARD_FILE,
    text: "export { readFileSync } from 'node:fs';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the dashboard imports no library for Node',
    file: DASHBOARD_FILE,
    text: "export * from '@kenny/handshake/server';\n",
    rule: NX,
  },
  {
    why: 'the client library takes nothing of Node: browsers run it, too',
    file: CLIENT_INDEX,
    text: "export { request } from 'node:http';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the client library takes no entry of the contract that is for Node',
    file: CLIENT_INDEX,
    text: "export * from '@kenny/contract/client';\n",
    rule: 'no-restricted-imports',
  },
  {
    why: 'the dashboard may import what is made for browsers',
    file: DASHBOARD_FILE,
    text: "export * from '@kenny/contract/web';\n",
    rule: undefined,
  },
  {
    why: 'server modules import downward only',
    file: TUNNEL_FILE,
    text: "export * from '../dispatch/index.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'server modules go through the index of another',
    file: TUNNEL_FILE,
    text: "export * from '../kernel/principal.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'a lower module is fine',
    file: TUNNEL_FILE,
    text: "export * from '../kernel/index.js';\n",
    rule: undefined,
  },
  {
    why: 'a door does not import another door',
    file: WS_FILE,
    text: "export * from '../http/index.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'what both doors ask of a caller is fine',
    file: WS_FILE,
    text: "export * from '../admission/access.js';\n",
    rule: undefined,
  },
  {
    why: 'steps that all routes pass know no route',
    file: `${SERVER}/doors/http/pipeline/read-body.ts`,
    text: "export * from '../routes/tools.controller.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'a type that is named in place is an import as well',
    file: TUNNEL_FILE,
    text: "export type Funnel = import('../dispatch/index.js').Dispatch;\n",
    rule: 'kenny/layers',
  },
  {
    why: 'a file of the server does not import itself by way of others',
    file: TUNNEL_FILE,
    text: "export type * from './index.js';\n",
    rule: 'kenny/no-circles',
  },
  {
    why: 'rooms of the agent import downward only',
    file: AGENT_FILE,
    text: "export type * from '../collectors/index.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'rooms of the agent do not import what wires them together',
    file: AGENT_FILE,
    text: "export * from '../long-lived.js';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'a file of the agent does not import itself by way of others',
    file: AGENT_FILE,
    text: "export type * from './windows/powershell.js';\n",
    rule: 'kenny/no-circles',
  },
  {
    why: 'rooms of the dashboard import downward only',
    file: DASHBOARD_FILE,
    text: "export const page = () => import('../pages/login/login');\n",
    rule: 'kenny/layers',
  },
  {
    why: 'shared components of the dashboard know no page',
    file: 'apps/dashboard/src/app/ui/icon.ts',
    text: "export { NAVIGATION } from '../pages/navigation';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'pages of the dashboard do not know the frame around them',
    file: 'apps/dashboard/src/app/pages/navigation.ts',
    text: "export { Rail } from '../shell/rail';\n",
    rule: 'kenny/layers',
  },
  {
    why: 'the frame of the dashboard may know the pages',
    file: 'apps/dashboard/src/app/shell/rail.ts',
    text: "export { NAVIGATION } from '../pages/navigation';\n",
    rule: undefined,
  },
  {
    why: 'a file of the dashboard does not import itself by way of others',
    file: DASHBOARD_ERROR_FILE,
    text: "export type { ApiSender } from './api-sender';\n",
    rule: 'kenny/no-circles',
  },
  {
    why: 'nobody opens a transaction past the writer',
    file: TUNNEL_FILE,
    text: 'export const f = (m: { transaction(): void }): void => m.transaction();\n',
    rule: 'no-restricted-syntax',
  },
  {
    why: 'only configuration reads the environment',
    file: TUNNEL_FILE,
    text: "export const home = process.env['HOME'];\n",
    rule: 'no-restricted-properties',
  },
  {
    why: 'a file has at most 400 lines',
    file: TUNNEL_FILE,
    text: Array.from({ length: 401 }, (_, i) => `export const line${i} = ${i};\n`).join(''),
    rule: 'max-lines',
  },
];

function lint(cases: Case[]): string[][] {
  const child = spawnSync(process.execPath, ['tools/lint/lint-texts.mjs'], {
    cwd: new URL('../..', import.meta.url).pathname,
    input: JSON.stringify(cases.map(({ file, text }) => ({ file, text }))),
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  });
  if (child.status !== 0) throw new Error(`linting failed: ${child.stderr}`);
  return JSON.parse(child.stdout) as string[][];
}

describe('boundaries that lint enforces', () => {
  let answers: string[][];
  beforeAll(() => {
    answers = lint(CASES);
  }, 120_000);

  it.each(CASES.map((row, index) => [row.why, index] as const))('%s', (_why, index) => {
    const { rule } = CASES[index] ?? {};
    const spoken = answers[index] ?? ['no answer'];
    if (rule === undefined) expect(spoken).toEqual([]);
    else expect(spoken).toContain(rule);
  });
});
