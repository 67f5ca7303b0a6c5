import { circleIn, groupsOf } from '../../apps/dashboard/tools/chunk-groups.mjs';

interface Chunk {
  readonly entryPoint?: string;
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, object>>;
  readonly imports: readonly { readonly path: string; readonly kind: 'import-statement' }[];
}

const LARGE = 20_000;

function chunk(imports: readonly string[], more: Partial<Chunk> = {}): Chunk {
  const paths = imports.map((path) => ({ path, kind: 'import-statement' as const }));
  return { bytes: 1000, inputs: {}, imports: paths, ...more };
}

const page = (source: string, ...imports: readonly string[]): Chunk =>
  chunk(imports, { entryPoint: `src/app/${source}.ts` });

/** A dashboard in which the page of a PC has something large, and something small around it. */
const OUTPUTS: Readonly<Record<string, Chunk>> = {
  'main.js': chunk(['angular.js'], { entryPoint: 'src/main.ts' }),
  'login.js': page('pages/login/login', 'angular.js', 'forms.js'),
  'shell.js': page('shell/shell', 'angular.js', 'icons.js'),
  'pages.js': page('pages/pages.routes', 'angular.js'),
  'today.js': page('pages/today/today', 'icons.js', 'rows.js'),
  'fleet.js': page('pages/fleet/fleet', 'rows.js'),
  'pc.js': page('pages/pc/pc', 'question.js'),
  'angular.js': chunk([]),
  'icons.js': chunk(['angular.js']),
  'rows.js': chunk(['angular.js']),
  'policy.js': page('pages/policy/policy', 'select.js', 'note.js'),
  'question.js': chunk(['facts.js', 'rows.js']),
  'facts.js': chunk(['icons.js'], { bytes: LARGE }),
  'forms.js': chunk(['angular.js']),
  'note.js': chunk(['text.js']),
  'text.js': chunk(['angular.js']),
  'select.js': chunk(['field.js']),
  'field.js': chunk(['forms.js', 'text.js'], {
    bytes: LARGE,
    inputs: { 'node_modules/@angular/material/fesm2022/input.mjs': {} },
  }),
};

/** The files as they import each other once each chunk is in its group. */
function filesOf(groups: ReadonlyMap<string, string>): { file: string; imports: string[] }[] {
  const fileOf = (path: string): string => groups.get(path) ?? path;
  const names = [...new Set(Object.keys(OUTPUTS).map(fileOf))];
  return names.map((file) => ({
    file,
    imports: Object.entries(OUTPUTS)
      .filter(([path]) => fileOf(path) === file)
      .flatMap(([, { imports }]) => imports.map(({ path }) => fileOf(path)))
      .filter((other) => other !== file),
  }));
}

describe('the files of the packed dashboard', () => {
  it('have together what the daily pages share', () => {
    const groups = groupsOf(OUTPUTS);
    expect(groups.get('angular.js')).toBe('base');
    expect(groups.get('icons.js')).toBe('work');
    expect(groups.get('rows.js')).toBe('work');
  });

  it('leave the fields, and what only the login needs, to the pages that have them', () => {
    const groups = groupsOf(OUTPUTS);
    expect(groups.get('forms.js')).toBe('way-in');
    expect(groups.get('field.js')).toBe('field');
    // What the field needs is needed without it as well.
    expect(groups.get('text.js')).toBe('text');
    expect(groups.get('select.js')).toBe('fields');
    expect(groups.get('note.js')).toBe('parts');
  });

  it('do not import each other where something small needs something large', () => {
    const groups = groupsOf(OUTPUTS);
    expect(groups.get('question.js')).toBe('facts');
    expect(circleIn(filesOf(groups))).toBeUndefined();
  });

  it('are told by their way when they do import each other', () => {
    const files = [
      { file: 'pc', imports: ['work'] },
      { file: 'work', imports: ['base', 'field'] },
      { file: 'field', imports: ['base', 'work'] },
      { file: 'base', imports: [] },
    ];
    expect(circleIn(files)).toEqual(['work', 'field', 'work']);
  });
});
