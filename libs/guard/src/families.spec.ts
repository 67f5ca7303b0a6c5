import { derivedPosix, derivedWindows } from '../corpus/derived.js';
import { BLOCKED, FAMILIES } from '../corpus/index.js';
import type { ToolName } from '@kenny/contract/agent';
import { Guard } from './guard.js';
import { lookTwice } from './look-twice.js';

const guard = new Guard();
const refuses = (tool: ToolName, argument: string, text: string) =>
  guard.check(tool, { [argument]: text }).blocked;
const isMarked = (tool: ToolName, argument: string, text: string) =>
  !refuses(tool, argument, text) && lookTwice(tool, { [argument]: text }).length > 0;

/** Of every family: what the guard says of its texts. */
const judged = FAMILIES.map(({ family, tool, argument, refused, marked }) => {
  const all = [...refused, ...marked];
  const stopped = all.filter((text) => refuses(tool, argument, text));
  return {
    family: `${tool === 'shell_exec' ? 'Unix' : 'Windows'}, ${family}`,
    refused: stopped.length,
    marked: marked.filter((text) => isMarked(tool, argument, text)).length,
    missed: [
      ...refused.filter((text) => !stopped.includes(text)),
      ...marked.filter((text) => !isMarked(tool, argument, text)),
    ],
    all: all.length,
  };
});
const sum = (of: 'refused' | 'marked' | 'all') =>
  judged.reduce((total, family) => total + family[of], 0);

describe('families of attacks', () => {
  afterAll(() => {
    const rows = judged.map(
      ({ family, refused, marked, missed }) =>
        `  ${family.padEnd(28)} ${[refused, marked, missed.length].map((n) => String(n).padStart(7)).join(' ')}`,
    );
    console.log(
      `${'  family'.padEnd(30)} refused  marked  missed\n${rows.join('\n')}\n` +
        `  ${'together'.padEnd(28)} ${String(sum('refused')).padStart(7)} of ${sum('all')}`,
    );
  });

  it.each(judged)('refuses what has no honest use, marks what has: $family', ({ missed }) => {
    expect(missed).toEqual([]);
  });

  it('leaves to a mark only what has honest uses, and no more than one in ten', () => {
    const marked = FAMILIES.flatMap(({ tool, argument, marked: texts }) =>
      texts.filter((text) => refuses(tool, argument, text)),
    );
    expect(marked).toEqual([]);
    expect(sum('refused') / sum('all')).toBeGreaterThanOrEqual(0.9);
  });
});

describe('derived spellings', () => {
  const cases = [
    ...BLOCKED.map(({ tool, argument, rules }) => ({
      tool,
      argument,
      texts: Object.values(rules).flat(),
    })),
    ...FAMILIES.map(({ tool, argument, refused }) => ({ tool, argument, texts: refused })),
  ];

  it.each([
    ['shell_exec', derivedPosix],
    ['powershell_exec', derivedWindows],
  ] as const)('are refused as the call is that they stand for: %s', (shell, derive) => {
    const derived = cases
      .filter(({ tool }) => tool === shell)
      .flatMap(({ tool, argument, texts }) =>
        texts.flatMap(derive).map((spelled) => ({ tool, argument, ...spelled })),
      );
    expect(derived.length).toBeGreaterThan(2000);
    const missed = derived
      .filter(({ tool, argument, text }) => !refuses(tool, argument, text))
      .map(({ spelling, text }) => `${spelling}: ${text}`);
    expect(missed).toEqual([]);
  });
});
