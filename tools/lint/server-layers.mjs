/**
 * Which module of the server may import which (design §1): calls go down, facts go up, nobody
 * imports upward. Every import of another module goes through its `index.js`.
 */
const BASE = [
  'config',
  'context',
  'errors',
  'events',
  'logging',
  'scheduling',
  'database',
  'directory',
  'identity',
];

export const LAYERS = {
  ...Object.fromEntries(BASE.map((name) => [name, BASE])),
  audit: BASE,
  artifacts: BASE,
  auth: [...BASE, 'audit'],
  distribution: [...BASE, 'auth', 'audit'],
  telemetry: [...BASE, 'auth', 'audit'],
  tunnel: [...BASE, 'auth'],
  policy: [...BASE, 'auth', 'audit'],
  dispatch: [...BASE, 'policy', 'tunnel', 'audit', 'auth', 'telemetry', 'artifacts'],
  // What models are offered and how answers are told to them: shared by every door with a model.
  offer: [...BASE, 'dispatch'],
  // What models were told before they ask: shared by the same doors.
  origins: [...BASE, 'offer'],
  mcp: [...BASE, 'origins', 'offer', 'dispatch', 'policy'],
  chat: [...BASE, 'origins', 'offer', 'dispatch', 'policy', 'audit', 'auth', 'telemetry'],
  live: [...BASE, 'policy', 'audit', 'telemetry'],
  doors: [
    ...BASE,
    'live',
    'chat',
    'mcp',
    'dispatch',
    'policy',
    'audit',
    'auth',
    'telemetry',
    'artifacts',
    'distribution',
  ],
  cli: [...BASE, 'audit', 'auth', 'policy'],
};

/** Files of the server's root folder wire everything together and may import any module. */
const SERVER = /[\\/]apps[\\/]server[\\/]src[\\/](?<rest>.+)$/;

function moduleOf(path) {
  const rest = SERVER.exec(path)?.groups?.rest;
  return rest?.includes('/') ? rest.split('/')[0] : undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const serverLayers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      upward:
        '{{from}} must not import {{to}}: allowed are {{allowed}} (tools/lint/server-layers.mjs)',
      deep: 'import {{to}} through its index.js, not its inside',
      unlisted: '{{from}} has no row in tools/lint/server-layers.mjs',
    },
  },
  create(context) {
    const from = moduleOf(context.filename);
    if (!from) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = new URL(source, `file://${context.filename}`).pathname;
      const to = moduleOf(target);
      if (!to || to === from) return;
      const allowed = LAYERS[from];
      if (!allowed) return context.report({ node, messageId: 'unlisted', data: { from } });
      if (!allowed.includes(to)) {
        const data = { from, to, allowed: allowed.join(', ') };
        return context.report({ node, messageId: 'upward', data });
      }
      const spec = /\.spec\.ts$/.test(context.filename);
      if (!spec && !target.endsWith(`/${to}/index.js`)) {
        context.report({ node, messageId: 'deep', data: { to } });
      }
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
