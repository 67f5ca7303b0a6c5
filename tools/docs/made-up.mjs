/**
 * Tools, a section, an error code, a variable and rules that do not exist, added to a workspace copy
 * step by step as CONTRIBUTING.md says. What each place in the recipes is called here:
 */
export const NAMES = {
  '<tool-name>': ['diag-tides', 'tide-table'],
  '<tool_name>': ['diag_tides', 'tide_table'],
  '<section-name>': ['tides'],
  '<section_name>': ['tides'],
  '<os>': ['linux'],
  '<section_rule>': ['disk'],
  '<rules>': ['posix-disks'],
  '<calls>': ['posix-deletes'],
  '<system>': ['unix'],
};

/** The definitions alone: what the compiler has to miss something after. */
export function define(copy) {
  defineTool(copy, 'diagTides', 'diag_tides', 'agent', /^ {2}tools\.callStatus,$/);
  defineTool(copy, 'tideTable', 'tide_table', 'server', /^\] as const;$/);
  defineSection(copy);
  copy.follow('Add an error code', 'low_tide');
  copy.insertAbove(
    'libs/contract/src/errors.ts',
    /^ {2}offline: row\(/,
    "  low_tide: row(409, 'CONFLICT', 'conflict', 1, 'info', 'Wait for the flood.'),",
  );
  copy.follow('Change a health rule', 'disk');
  copy.replace(
    'libs/health/src/rules/disk.ts',
    /^ {2}warn: \{ over: 80 \},$/,
    '  warn: { over: 85 },',
  );
  copy.replace(
    'libs/health/src/rules/boundaries.spec.ts',
    /^ {4}\['ok', \[80\]\],$/,
    "    ['ok', [85]],",
  );
  copy.follow('Add an environment variable', 'KENNY_HARBOUR');
  copy.insertAbove(
    'libs/contract/src/env.ts',
    /^ {2}KENNY_LOG_LEVEL:/,
    "  KENNY_HARBOUR: variable(['server'], 'whose tides are shown', { default: 'Brest' }),",
  );
}

/** Everything else that the recipes name. */
export function finish(copy) {
  finishTool(
    copy,
    'diag_tides',
    'apps/agent/src/handlers/index.ts',
    /^ {4}fs_list:/,
    '    diag_tides: () => Promise.resolve({ metres: 4.2 }),',
  );
  finishTool(
    copy,
    'tide_table',
    'apps/server/src/dispatch/server-tools.ts',
    /^ {6}list_agents:/,
    '      tide_table: () => ({ metres: 4.2 }),',
  );
  finishSection(copy);
  finishVariable(copy);
  addDenyRule(copy);
}

function finishVariable(copy) {
  copy.follow('Add an environment variable', 'KENNY_HARBOUR');
  copy.insertAbove(
    'apps/server/src/config/env.dto.ts',
    /^ {2}@OneWordOf\(LOG_LEVELS\)$/,
    "  @IsNotEmpty({ message: 'KENNY_HARBOUR must name a harbour' })",
    '  KENNY_HARBOUR!: string;',
  );
  copy.insertAbove(
    'apps/server/src/config/app-config.ts',
    /^ {2}readonly logLevel:/,
    '  readonly harbour: string;',
  );
  copy.insertAbove(
    'apps/server/src/config/load-config.ts',
    /^ {4}logLevel:/,
    '    harbour: dto.KENNY_HARBOUR,',
  );
}

/** After `generate`, which would take a minute to work out its automaton. */
function addDenyRule(copy) {
  copy.follow('Add a deny rule', 'posix_open_sluice');
  copy.insertAbove(
    'libs/guard/src/rules/posix-disks.ts',
    /^\]\);$/,
    "  ['posix_open_sluice', 'floods the harbour', [`${command('sluice')}${ARGUMENTS}open${END}`]],",
  );
  copy.insertAbove(
    'libs/guard/corpus/blocked/posix-deletes.ts',
    /^ {4}posix_make_filesystem: \[$/,
    "    posix_open_sluice: ['sluice open', 'sluice --gate 4 open'],",
  );
  copy.insertAbove(
    'libs/guard/corpus/allowed/unix.ts',
    /^ {4}'only reads': \[$/,
    "    'asks how the sluices stand': ['sluice status'],",
  );
}

function defineTool(copy, symbol, name, where, place) {
  const file = name.replaceAll('_', '-');
  copy.follow('Add a tool', name);
  copy.write(`libs/contract/src/tools/${file}.ts`, tool(symbol, name, where));
  copy.insertAbove(
    'libs/contract/src/tools/every-tool.ts',
    /^export \* from '.\/winget-install.js';$/,
    `export * from './${file}.js';`,
  );
  copy.insertAbove('libs/contract/src/tools/index.ts', place, `  tools.${symbol},`);
}

const tool = (symbol, name, where) => `import { Num } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class ${symbol[0].toUpperCase()}${symbol.slice(1)}Result {
  @Num()
  metres!: number;
}

export const ${symbol} = defineTool({
  name: '${name}',
  title: 'Show the tide',
  description: 'Show how high the tide stands at the harbour.',
  args: NoArgs,
  result: ${symbol[0].toUpperCase()}${symbol.slice(1)}Result,
  effect: 'read',
  risk: 'none',
  where: '${where}',${where === 'agent' ? "\n  does: 'Shows how high the tide stands at {pc}.',\n  since: '0.8+7',\n  topic: 'look'," : ''}
  os: ['linux'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
`;

function finishTool(copy, name, handlers, place, handler) {
  copy.follow('Add a tool', name);
  copy.insertAbove(handlers, place, handler);
  copy.write(`fixtures/tools/request_${name}.json`, '{}\n');
  copy.write(`fixtures/tools/response_${name}.json`, '{ "metres": 4.2 }\n');
}

function defineSection(copy) {
  copy.follow('Add a section', 'tides');
  copy.write(
    'libs/contract/src/sections/tides.ts',
    `import { Nullable, Num } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class TidesPayload extends SectionPayload {
  @Nullable()
  @Num()
  metres!: number | null;
}

export const tides = defineSection({
  name: 'tides',
  title: 'Tides',
  description: 'How high the tide stands.',
  group: 'daily',
  mandatory: false,
  payload: TidesPayload,
  card: { icon: 'waves', headline: 'metres' },
  series: [],
  os: ['linux'],
});
`,
  );
  copy.insertAbove(
    'libs/contract/src/sections/every-section.ts',
    /^export \* from '.\/time-sync.js';$/,
    "export * from './tides.js';",
  );
  copy.insertAbove('libs/contract/src/sections/index.ts', /^\] as const;$/, '  sections.tides,');
}

function finishSection(copy) {
  copy.follow('Add a section', 'tides');
  copy.write(
    'libs/health/src/rules/tides.ts',
    `import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';

const METRES: Threshold = { field: 'metres', unit: 'count', warn: { over: 6 } };

export const tides: Rule<'tides'> = {
  thresholds: [METRES],
  judge({ metres }) {
    const height = asNumber(metres);
    if (height === undefined) return undefined;
    return { status: grade(height, METRES), reason: \`The tide stands at \${height} m\` };
  },
};
`,
  );
  const rules = 'libs/health/src/rules/index.ts';
  copy.insertAbove(
    rules,
    /^import .* from '.\/time-sync.js';$/,
    "import { tides } from './tides.js';",
  );
  copy.insertAbove(rules, /^ {2}uptime,$/, '  tides,');
  copy.write(
    'apps/agent/src/collectors/tides/linux.ts',
    `import { type Collector, reading } from '../collector.js';

export const tides: Collector<'tides'> = async ({ files }) => {
  const metres = Number(await files.read('/sys/tides'));
  return reading<'tides'>(\`the tide stands at \${metres} m\`, { metres });
};
`,
  );
  const registry = 'apps/agent/src/collectors/registry.ts';
  copy.insertAbove(
    registry,
    /^import .* from '.\/time-sync\/linux.js';$/,
    "import { tides } from './tides/linux.js';",
  );
  copy.insertAbove(registry, /^ {2}uptime,/, '  tides,');
  copy.write(
    'fixtures/telemetry/telemetry_tides.json',
    '{ "status": "ok", "summary": "the tide stands at 4.2 m", "metres": 4.2 }\n',
  );
}
