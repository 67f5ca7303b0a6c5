/**
 * A tool, a server tool, a section, an error code and a variable that do not exist, added to a
 * workspace copy step by step as CONTRIBUTING.md says. What each place in the recipes is called here:
 */
export const NAMES = {
  '<tool-name>': ['diag-tides', 'tide-table'],
  '<tool_name>': ['diag_tides', 'tide_table'],
  '<section-name>': ['tides'],
  '<section_name>': ['tides'],
  '<os>': ['linux'],
};

/** The definitions alone: what the compiler has to miss something after. */
export function define(copy) {
  defineTools(copy);
  defineSection(copy);
  copy.insertAbove(
    'libs/contract/src/errors.ts',
    /^ {2}offline: row\(/,
    "  low_tide: row(409, 'CONFLICT', 1, 'info', 'Wait for the flood.'),",
  );
  copy.insertAbove(
    'libs/contract/src/env.ts',
    /^ {2}KENNY_LOG_LEVEL:/,
    "  KENNY_HARBOUR: variable(['server'], 'whose tides are shown', { default: 'Brest' }),",
  );
}

/** Everything else that the recipes name. */
export function finish(copy) {
  finishTools(copy);
  finishSection(copy);
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

function defineTools(copy) {
  copy.write('libs/contract/src/tools/diag-tides.ts', tool('diagTides', 'diag_tides', 'agent'));
  copy.write('libs/contract/src/tools/tide-table.ts', tool('tideTable', 'tide_table', 'server'));
  const index = 'libs/contract/src/tools/index.ts';
  copy.insertAbove(
    index,
    /^import .* from '.\/winget-install.js';$/,
    "import { diagTides } from './diag-tides.js';",
    "import { tideTable } from './tide-table.js';",
  );
  copy.insertAbove(
    index,
    /^export \* from '.\/winget-install.js';$/,
    "export * from './diag-tides.js';",
    "export * from './tide-table.js';",
  );
  copy.insertAbove(index, /^ {2}callStatus,$/, '  diagTides,');
  copy.insertAbove(index, /^\] as const;$/, '  tideTable,');
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
  description: 'Show how high the tide stands at the harbour.',
  args: NoArgs,
  result: ${symbol[0].toUpperCase()}${symbol.slice(1)}Result,
  effect: 'read',
  risk: 'none',
  where: '${where}',${where === 'agent' ? "\n  since: '0.8+6'," : ''}
  os: ['linux'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
`;

function finishTools(copy) {
  copy.insertAbove(
    'apps/agent/src/handlers/index.ts',
    /^ {4}fs_list:/,
    '    diag_tides: () => Promise.resolve({ metres: 4.2 }),',
  );
  copy.insertAbove(
    'apps/server/src/dispatch/server-tools.ts',
    /^ {6}list_agents:/,
    '      tide_table: () => ({ metres: 4.2 }),',
  );
  for (const name of NAMES['<tool_name>']) {
    copy.write(`fixtures/tools/request_${name}.json`, '{}\n');
    copy.write(`fixtures/tools/response_${name}.json`, '{ "metres": 4.2 }\n');
  }
}

function defineSection(copy) {
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
  const index = 'libs/contract/src/sections/index.ts';
  copy.insertAbove(
    index,
    /^import .* from '.\/time-sync.js';$/,
    "import { tides } from './tides.js';",
  );
  copy.insertAbove(index, /^export \* from '.\/time-sync.js';$/, "export * from './tides.js';");
  copy.insertAbove(index, /^\] as const;$/, '  tides,');
}

function finishSection(copy) {
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
  copy.insertAbove(rules, /^ {2}uptime: RULES/, '  tides: RULES.tides.thresholds,');
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
