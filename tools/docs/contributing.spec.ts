import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { define, finish, NAMES } from './made-up.mjs';
import { TypeChecker } from './type-checker.mjs';
import { WorkspaceCopy } from './workspace-copy.mjs';

const root = process.cwd();
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Every path in the numbered list below a heading: those are the files that the recipe touches. */
function filesOf(recipe: string): string[] {
  const [, section] = text.split(`\n### ${recipe}\n`);
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no recipe "${recipe}"`);
  const steps = section.split(/\n##/)[0]?.match(/^\d+\. .*(?:\n {3}.*)*/gm) ?? [];
  return steps
    .flatMap((step) => [...step.matchAll(/`([^`\s]+\.[a-z]+)`/g)].map(([, path]) => String(path)))
    .flatMap(withNames);
}

/** The path once for each made-up thing whose name belongs in its `<place>`. */
function withNames(path: string): string[] {
  const [place] = /<[^>]+>/.exec(path) ?? [];
  if (place === undefined) return [path];
  const names = new Map(Object.entries(NAMES)).get(place);
  if (!names) throw new Error(`nothing is made up for ${place}`);
  return names.flatMap((name) => withNames(path.replaceAll(place, name)));
}

/** What may be written by hand at most: new files, and lines in files that were there. */
const GOALS: Record<string, { files: number; lines: number }> = {
  // The definition, its two examples and the handler, which is one line or a file; two index lines.
  'Add a tool': { files: 3, lines: 3 },
  'Add a section': { files: 4, lines: 6 },
  'Add an error code': { files: 0, lines: 1 },
  'Add an environment variable': { files: 0, lines: 5 },
  // The rule, and the corpus: refused and allowed.
  'Add a deny rule': { files: 0, lines: 3 },
  // The rule and its test.
  'Change a health rule': { files: 0, lines: 2 },
};
const RECIPES = Object.keys(GOALS);
/** Written by `npm run gen` as well, but not for the copy: working out the packs takes a minute. */
const NOT_MADE = ['docs/policy/deny_rules.json', 'libs/guard/src/rules/packs.ts'];

/** "By hand: 3 new files, 3 lines in others." */
function costInWords({ files, lines }: { files: number; lines: number }): string {
  const inFiles = `${lines} ${lines === 1 ? 'line' : 'lines'}`;
  return files > 0
    ? `By hand: ${files} new files, ${inFiles} in others.`
    : `By hand: ${inFiles}, no new file.`;
}

describe('the recipes of CONTRIBUTING.md, followed with things that do not exist', () => {
  let copy: WorkspaceCopy;
  let missing: string[];
  let left: string[];

  beforeAll(async () => {
    copy = new WorkspaceCopy(root);
    const checker = new TypeChecker(copy.root, [
      'apps/agent/src/collectors/registry.ts',
      'apps/agent/src/handlers/index.ts',
      'apps/server/src/config/index.ts',
      'apps/server/src/dispatch/server-tools.ts',
      'libs/contract/src/schema/class-transformer-storage.d.ts',
      'libs/guard/corpus/index.ts',
      'libs/health/src/index.ts',
    ]);
    define(copy);
    await copy.generate();
    missing = checker.errors();
    finish(copy);
    left = checker.errors();
  }, 180_000);

  afterAll(() => copy.remove());

  it('a handler, a collector or a health rule that is missing does not compile', () => {
    const short = missing.map((line) => line.replace(/ is missing in type .*/, ' is missing'));
    expect(short.sort()).toEqual([
      "apps/agent/src/collectors/registry.ts: Property 'tides' is missing",
      "apps/agent/src/handlers/index.ts: Property 'diag_tides' is missing",
      "apps/server/src/dispatch/server-tools.ts: Property 'tide_table' is missing",
      "libs/health/src/rules/index.ts: Property 'tides' is missing",
    ]);
  });

  it('compiles after the last step', () => {
    expect(left).toEqual([]);
  });

  it('has changed exactly the files that the recipes name', () => {
    const named = new Set(RECIPES.flatMap(filesOf).filter((path) => !NOT_MADE.includes(path)));
    expect(copy.changed()).toEqual([...named].sort());
  });

  it('has counted what each recipe takes by hand, as CONTRIBUTING.md says it', () => {
    const counted = Object.entries(copy.costs());
    console.log(counted.map(([thing, cost]) => `${thing}. ${costInWords(cost)}`).join('\n'));
    const recipes = counted.map(([thing]) => String(thing.split(':')[0]));
    expect([...new Set(recipes)].sort()).toEqual([...RECIPES].sort());
    for (const [thing, cost] of counted) {
      const [recipe = ''] = thing.split(':');
      expect([thing, cost]).toEqual([thing, GOALS[recipe]]);
      expect(text.split(`\n### ${recipe}\n\n`)[1]?.split('\n')[0]).toContain(costInWords(cost));
    }
  });
});

const TOOLS = readdirSync(join(root, 'fixtures/tools')).flatMap(
  (file) => /^request_(.+)\.json$/.exec(file)?.[1] ?? [],
);
/** Not sources of the product: what is compiled, generated or only for tests. */
const ASIDE =
  /(^|\/)(dist|bundle|out-tsc|node_modules|generated|test|e2e|corpus)\/|\.spec\.ts$|^libs\/testing\/|-e2e\//;

/** Tool names that a source spells as a value. A name as a type is checked by the compiler. */
function spelledIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node)) return;
    if ((ts.isStringLiteralLike(node) || ts.isIdentifier(node)) && TOOLS.includes(node.text))
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  const source = readFileSync(join(root, file), 'utf8');
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ES2022));
  return found;
}

describe("a tool's name", () => {
  const AGENT_HANDLERS = 'apps/agent/src/handlers/index.ts';
  /** Why a name stands beyond its definition and its handler. */
  const KNOWN: Record<string, string> = {
    'apps/server/src/dispatch/outcome-outbox.ts call_status': 'an event of the gate',
    'apps/server/src/dispatch/settle-unknown.ts call_status': 'the one tool the server asks itself',
    'apps/server/src/model-tools/offered-tools.ts screen_capture': 'answers with a picture',
    'apps/server/src/model-tools/offered-tools.ts select_agent': 'changes what a session remembers',
    'apps/server/src/policy/approvals/approval-audit.ts call_status': 'an event of the gate',
    'apps/server/src/chat/turns/section-question.ts agent_health':
      'the reading that an explanation is about',
    'libs/gate/src/transitions.ts call_status': 'an event of the gate',
    'libs/health/src/rules/app-updates.ts winget_update': 'what usually helps outdated apps',
    'libs/health/src/rules/disk.ts disk_clean': 'what usually helps a full disk',
    'libs/health/src/rules/disk.ts disk_cleanable': 'what there is to empty on it',
  };
  const places: string[] = ['apps', 'libs']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        [folder, path].join('/'),
      ),
    )
    .filter((path) => path.endsWith('.ts') && !ASIDE.test(path))
    .flatMap((path) => spelledIn(path).map((name) => `${path} ${name}`));

  it.each(TOOLS)('%s stands once in its definition and once with its handler', (name) => {
    const own = places.filter((place) => place.endsWith(` ${name}`));
    const files = own
      .filter((place) => !(place in KNOWN))
      .map((place) => String(place.split(' ')[0]))
      // A handler's own file may name the tool it carries out.
      .filter((file) => file === AGENT_HANDLERS || !file.startsWith(dirname(AGENT_HANDLERS)));
    const handler = /"where": "server"/.test(definitionOf(name))
      ? 'apps/server/src/dispatch/server-tools.ts'
      : AGENT_HANDLERS;
    expect(files.sort()).toEqual([
      handler,
      `libs/contract/src/tools/${name.replaceAll('_', '-')}.ts`,
    ]);
  });

  it('stands elsewhere only for reasons that are still true', () => {
    const stale = Object.keys(KNOWN).filter((place) => !places.includes(place));
    expect(stale).toEqual([]);
  });
});

/** The tool's entry in the generated catalog, up to its arguments. */
function definitionOf(name: string): string {
  const catalog = readFileSync(join(root, 'libs/contract/src/generated/catalog.ts'), 'utf8');
  return catalog.split(`"name": "${name}",`)[1]?.split('"args":')[0] ?? '';
}
