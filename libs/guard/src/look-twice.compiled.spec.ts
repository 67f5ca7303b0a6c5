import { unpackNumbers } from '@kenny/linear-match';
import { CompiledRules } from './compiled-rules.js';
import { compileRules } from './compile-rules.js';
import { MARK_IDS, MARK_TABLES } from './generated/marks.js';
import { familiesOf, LOOK_TWICE_RULES } from './marks/index.js';
import { MARK_LINES, markOf, type MarkGroup } from './marks/mark-lines.js';
import { readTables } from './tables/read-tables.js';
import { writeTables } from './tables/write-tables.js';

const GROUPS: readonly MarkGroup[] = ['powershell', 'posix'];

describe.each(GROUPS)('marks for %s', (group) => {
  const rules = LOOK_TWICE_RULES[group];
  const tables = compileRules(rules, familiesOf(rules));

  it('are generated from the marks as they are: else run `npm run gen`', () => {
    expect(MARK_IDS[group]).toEqual(rules.map(({ id }) => id));
    expect(unpackNumbers(MARK_TABLES[group]())).toEqual(writeTables(tables));
  });

  it('have a line of their own each', () => {
    for (const { id } of rules) expect(MARK_LINES).toHaveProperty(markOf(id));
  });

  it('stay small: a server carries some megabytes of tables, not more', () => {
    const { anywhere, commands } = new CompiledRules([{ rules, tables }]).size;
    expect(anywhere.states + commands.states).toBeLessThanOrEqual(30_000);
    const numbers = readTables(writeTables(tables));
    const bytes = numbers.anywhere.reduce((sum, { next }) => sum + next.byteLength, 0);
    console.log(`${group}: ${anywhere.automata} automata, ${Math.round(bytes / 1024)} kB`);
    expect(bytes).toBeLessThanOrEqual(6 * 1024 * 1024);
  });
});
