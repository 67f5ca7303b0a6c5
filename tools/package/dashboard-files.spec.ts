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

/** A dashboard in which the page of a PC has a field and something small around it. */
const OUTPUTS: Readonly<Record<string, Chunk>> = {
  'main.js': chunk(['angular.js'], { entryPoint: 'src/main.ts' }),
  'login.js': page('pages/login/login', 'angular.js'),
  'shell.js': page('shell/shell', 'angular.js', 'icons.js'),
  'pages.js': page('pages/pages.routes', 'angular.js'),
  'today.js': page('pages/today/today', 'icons.js', 'rows.js'),
  'fleet.js': page('pages/fleet/fleet', 'rows.js'),
  'pc.js': page('pages/pc/pc', 'question.js'),
  'angular.js': chunk([]),
  'icons.js': chunk(['angular.js']),
  'rows.js': chunk(['angular.js']),
  'question.js': chunk(['field.js', 'rows.js']),
  'field.js': chunk(['icons.js'], {
    bytes: LARGE,
    inputs: { 'node_modules/@angular/material/fesm2022/_form-field-chunk.mjs': {} },
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

  it('do not import each other where something small needs something large', () => {
    const groups = groupsOf(OUTPUTS);
    expect(groups.get('question.js')).toBe('field');
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
