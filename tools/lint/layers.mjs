/**
 * Which room of a program may import which: calls go down, facts go up, nobody imports upward
 * (ADR 0014). Files in a program's root folder wire everything together and may import any room.
 */

/** In place of a room's name for files in the root folder. */
const ROOT = 'the root folder';

const BASE = ['kernel', 'config', 'secrets', 'logging', 'scheduling', 'outbound', 'database'];

const SERVER = {
  kernel: [],
  config: ['kernel'],
  secrets: [],
  logging: ['kernel', 'secrets'],
  scheduling: ['kernel'],
  // The one way to addresses that people name.
  outbound: [],
  database: ['kernel', 'config', 'scheduling'],
  audit: BASE,
  artifacts: BASE,
  auth: [...BASE, 'audit'],
  distribution: [...BASE, 'auth', 'audit'],
  backup: [...BASE, 'settings', 'auth', 'audit'],
  network: [...BASE, 'auth', 'audit'],
  telemetry: [...BASE, 'auth', 'audit'],
  // What people set while the server runs, and the client of the model service that follows it.
  settings: [...BASE, 'auth', 'audit'],
  memory: [...BASE, 'settings', 'auth', 'audit'],
  prompts: BASE,
  tunnel: [...BASE, 'auth'],
  policy: [...BASE, 'auth', 'audit'],
  dispatch: [...BASE, 'policy', 'tunnel', 'audit', 'auth', 'telemetry', 'artifacts'],
  // Tools as models see them, and the envelopes of their answers: shared by every door with a model.
  'model-tools': [...BASE, 'dispatch'],
  // What models were told before they ask: shared by the same doors.
  origins: [...BASE, 'model-tools'],
  mcp: [...BASE, 'origins', 'model-tools', 'dispatch', 'policy'],
  chat: [
    ...BASE,
    'origins',
    'model-tools',
    'dispatch',
    'policy',
    'memory',
    'prompts',
    'settings',
    'audit',
    'auth',
    'telemetry',
  ],
  // What a monitoring system reads of all this.
  metrics: [...BASE, 'backup', 'tunnel', 'audit', 'telemetry'],
  // External agents: they talk to PCs as every program with a token does, through `mcp`.
  tasks: [
    ...BASE,
    'chat',
    'model-tools',
    'mcp',
    'dispatch',
    'policy',
    'settings',
    'audit',
    'auth',
    'artifacts',
  ],
  subscriptions: [...BASE, 'policy', 'audit', 'telemetry'],
  // What becomes of facts that people should hear of while they are not here.
  alerts: [...BASE, 'policy', 'audit', 'auth', 'backup', 'telemetry'],
  // A backup takes the place of the data, which takes every table there is.
  restore: [...BASE, ROOT, 'audit', 'auth', 'backup', 'policy'],
  // It starts the server again, as a restore does.
  tailscale: [...BASE, 'audit', 'auth', 'restore'],
  'release-feed': [...BASE, 'audit', 'auth', 'settings', 'restore'],
  doors: [
    ...BASE,
    'restore',
    'tailscale',
    'metrics',
    'release-feed',
    'backup',
    'subscriptions',
    'alerts',
    'tasks',
    'chat',
    'model-tools',
    'mcp',
    'dispatch',
    'policy',
    'memory',
    'prompts',
    'settings',
    'audit',
    'auth',
    'telemetry',
    'artifacts',
    'distribution',
    'network',
  ],
  // It starts the whole server.
  cli: [...BASE, ROOT, 'audit', 'auth', 'settings', 'backup', 'policy', 'restore'],
};

/** What both sockets and routes ask of a caller is in `admission`. */
const DOORS = {
  admission: [],
  dashboard: [],
  http: ['admission', 'dashboard'],
  stdio: ['admission'],
  ws: ['admission'],
};

const HTTP_DOOR = {
  pipeline: [],
  openapi: ['pipeline'],
  streams: ['pipeline'],
  routes: ['pipeline', 'openapi', 'streams'],
};

/** What may run and how, then what it may do, then who works on what. */
const TASKS = {
  types: [],
  states: [],
  runtime: ['types', 'states'],
  store: ['types', 'states'],
  gate: ['types', 'states', 'runtime', 'store'],
  work: ['types', 'states', 'runtime', 'store', 'gate'],
  api: ['types', 'states', 'runtime', 'store', 'gate', 'work'],
};

/** Used by every room of the agent. */
const GROUND = ['errors', 'platform', 'logging'];

const AGENT = {
  errors: [],
  platform: ['errors'],
  logging: ['errors'],
  config: GROUND,
  control: GROUND,
  screen: GROUND,
  collectors: GROUND,
  // The helper that runs as the person at a Windows PC.
  'desktop-session': [...GROUND, 'config', 'control', 'screen'],
  // What tools can do on each operating system.
  operations: [...GROUND, 'collectors', 'screen', 'desktop-session'],
  service: [...GROUND, 'config', 'control'],
  update: [...GROUND, 'config', 'service'],
  dispatch: [...GROUND, 'control'],
  handlers: [...GROUND, 'control', 'dispatch', 'update'],
  enrolment: [...GROUND, 'config'],
  connection: [...GROUND, 'dispatch', 'enrolment'],
  cli: [
    ...GROUND,
    'config',
    'control',
    'screen',
    'collectors',
    'desktop-session',
    'operations',
    'service',
    'update',
    'dispatch',
    'handlers',
    'enrolment',
    'connection',
  ],
};

/** Pipes of the agent's process, what is said on them, and who listens; HTTP on top. */
const AGENTCTL = {
  errors: [],
  logging: [],
  streams: [],
  process: ['errors', 'logging'],
  relay: ['errors', 'logging', 'process', 'streams'],
  config: ['errors', 'logging', 'process'],
  http: ['errors', 'logging', 'config', 'process', 'relay', 'streams'],
};

const DASHBOARD = {
  core: [],
  ui: ['core'],
  pages: ['core', 'ui'],
  shell: ['core', 'ui', 'pages'],
};

/** Programs that only run automata do not load the compiler. */
const LINEAR_MATCH = {
  run: [],
  compile: ['run'],
};

/** Bytes, then messages, then who talks to whom: what finds frames knows no JSON. */
const JSONRPC = {
  framing: [],
  messages: [],
  peer: ['framing', 'messages'],
};

/** What an agent says is read in rooms that know no connection; only `client` has one. */
const ACP = {
  limits: [],
  handshake: ['limits'],
  modes: ['limits'],
  events: ['limits', 'modes'],
  permissions: ['limits', 'events'],
  turns: [],
  wire: [],
  client: ['limits', 'modes', 'handshake', 'events', 'permissions', 'turns', 'wire'],
  // The scripted agent of specs: a program of its own.
  testing: [],
};

const CLIENT = {
  errors: [],
  live: ['errors'],
};

/** A file is judged by each table that it falls under. */
const TABLES = [
  // The server's modules are used through their `index.js` only.
  { root: 'apps/server/src', rooms: SERVER, door: 'index.js' },
  { root: 'apps/server/src/tasks', rooms: TASKS, door: 'index.js' },
  { root: 'apps/server/src/doors', rooms: DOORS },
  { root: 'apps/server/src/doors/http', rooms: HTTP_DOOR },
  { root: 'apps/agent/src', rooms: AGENT },
  { root: 'apps/agentctl/src', rooms: AGENTCTL },
  { root: 'apps/dashboard/src/app', rooms: DASHBOARD },
  { root: 'libs/linear-match/src', rooms: LINEAR_MATCH },
  { root: 'libs/jsonrpc/src', rooms: JSONRPC },
  { root: 'libs/acp/src', rooms: ACP },
  { root: 'libs/client/src', rooms: CLIENT },
];

const WORKSPACE = new URL('../..', import.meta.url).pathname;

/** By that table: the room a file stands in and its name there. */
function placeOf({ root }, path) {
  if (!path.startsWith(`${WORKSPACE}${root}/`)) return undefined;
  const parts = path.slice(WORKSPACE.length + root.length + 1).split('/');
  const room = parts.length > 1 ? parts.shift() : ROOT;
  return { room, file: parts.join('/') };
}

/** Calls `check(node, path)` for everything that a file imports by a relative name, types too. */
export function relativeImports(context, check) {
  const see = (node) => {
    const source = (node.source ?? node.argument)?.value;
    if (typeof source !== 'string' || !source.startsWith('.')) return;
    check(node, new URL(source, `file://${context.filename}`).pathname);
  };
  return {
    ImportDeclaration: see,
    ExportNamedDeclaration: see,
    ExportAllDeclaration: see,
    ImportExpression: see,
    TSImportType: see,
  };
}

/** @type {import('eslint').Rule.RuleModule} */
export const layers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      upward: '{{from}} must not import {{to}}: allowed are {{allowed}} (tools/lint/layers.mjs)',
      deep: 'import {{to}} through its {{door}}, not its inside',
      unlisted: '{{from}} has no row in tools/lint/layers.mjs',
    },
  },
  create(context) {
    const isSpec = context.filename.endsWith('.spec.ts');
    const judge = (table, node, path) => {
      const { rooms, door } = table;
      const [here, target] = [placeOf(table, context.filename), placeOf(table, path)];
      if (!here || !target || here.room === ROOT || target.room === here.room) return;
      const { room: from } = here;
      const { room: to, file } = target;
      const allowed = rooms[from];
      if (isSpec && to === ROOT) return;
      if (!allowed) return context.report({ node, messageId: 'unlisted', data: { from } });
      if (!allowed.includes(to)) {
        const data = { from, to, allowed: allowed.join(', ') || 'none' };
        return context.report({ node, messageId: 'upward', data });
      }
      if (door && !isSpec && to !== ROOT && file !== door) {
        context.report({ node, messageId: 'deep', data: { to, door } });
      }
    };
    return relativeImports(context, (node, path) => {
      for (const table of TABLES) judge(table, node, path);
    });
  },
};
