import {
  AGENT_TYPE_LIMITS,
  ENV,
  TASK_FAULTS,
  TASK_LIMITS,
  TASK_PRIORITY,
  TASK_STATES,
  TASK_TIMES,
} from '@kenny/contract';
import { readFileSync } from 'node:fs';
import { nextLife, NEW_TASK } from './states/index.js';
import { BUILT_INS } from './types/built-ins.js';
import { parseTypes } from './types/types-file.js';

const guide = readFileSync('docs/guides/tasks.md', 'utf8');
const troubleshooting = readFileSync('docs/guides/troubleshooting.md', 'utf8');

/** Rows of a document's tables, each as its cells. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
const section = (heading: string): string =>
  guide.split(`\n### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
const code = (text: string): string => `\`${text}\``;

const examples = [...guide.matchAll(/^ *```json\n([\s\S]*?)^ *```/gm)].map(([, json]) =>
  String(json),
);
const whole = examples.find((json) => json.includes('"house-agent"')) ?? '';

describe('the guide of tasks', () => {
  const states = rowsOf(section('States')).filter(([first = '']) => /^`[A-Z_]+`$/.test(first));

  it('has every state, in their order', () => {
    expect(states.map(([state]) => state)).toEqual(TASK_STATES.map(code));
  });

  it.each(TASK_STATES.filter((state) => state !== 'WAITING_FOR_INPUT'))(
    'says what can be done with a task that is %s',
    (base) => {
      const can = (['start', 'prompt', 'stop', 'complete', 'dequeue'] as const).filter(
        (type) => nextLife({ ...NEW_TASK, base }, { type }, { now: 0, retryMs: 1, random: 0 }).ok,
      );
      const [, , , said = ''] = states.find(([state]) => state === code(base)) ?? [];
      expect(said).toBe(can.length === 0 ? '–' : can.join(', '));
    },
  );

  it('has the agent types that are built in, with how each is installed', () => {
    const rows = rowsOf(section('Turn on an agent')).filter(([id]) =>
      BUILT_INS.some((type) => code(type.id) === id),
    );
    const installed = BUILT_INS.filter(({ runtime }) => runtime === 'process');
    expect(rows).toHaveLength(BUILT_INS.length);
    expect(rows.map(([id, , install]) => [id, install])).toEqual(
      expect.arrayContaining(installed.map(({ id, install }) => [code(id), code(install)])),
    );
  });

  it('shows files of agent types that kenny takes', () => {
    expect(examples.length).toBeGreaterThan(1);
    expect(examples.map((json) => parseTypes(json).problems)).toEqual(examples.map(() => []));
  });

  it('shows one type with every field, and explains each', () => {
    const known = Object.keys(parseTypes(whole).types[0] ?? {}).filter(
      (field) => field !== 'built_in',
    );
    const [shown] = (JSON.parse(whole) as { types: object[] }).types;
    const written = [...Object.keys(shown ?? {}), 'image'];
    const rows = rowsOf(section('Turn on an agent')).map(([first]) => first);
    expect(written.sort()).toEqual([...known].sort());
    expect(known.filter((field) => !rows.includes(code(field)))).toEqual([]);
  });

  it('says the defaults as they are', () => {
    const defaults = rowsOf(section('Turn on an agent'));
    const { memoryMb, cpuCores, timeoutS } = AGENT_TYPE_LIMITS;
    for (const [field, value] of [
      ['memory_mb', memoryMb.default],
      ['cpu_cores', cpuCores.default],
      ['timeout_s', timeoutS.default],
    ] as const) {
      expect(defaults.find(([first]) => first === code(field))?.[2]).toBe(code(String(value)));
    }
  });

  it.each([
    `(${TASK_PRIORITY.least} to ${TASK_PRIORITY.most})`,
    `${TASK_LIMITS.queued.toLocaleString('en')} tasks at most`,
    `up to ${TASK_LIMITS.prompts} wait`,
    `${TASK_LIMITS.attempts} attempts in all`,
    `each ${TASK_TIMES.ageingMs / 60_000} minutes in the queue`,
    `let go after ${TASK_TIMES.idleMs / 60_000} minutes`,
    `after ${TASK_TIMES.cancelMs / 1_000} seconds if it does not`,
  ])('says the limits as they are: %s', (words) => {
    expect(guide).toContain(words);
  });

  it('has every variable of tasks, with its default', () => {
    const rows = rowsOf(section('Variables')).filter(([first = '']) => first.startsWith('`KENNY_'));
    const variables = Object.entries(ENV).filter(([name]) => name.startsWith('KENNY_TASKS_'));
    expect(rows).toEqual(
      variables.map(([name, { default: text, meaning }]) => [
        code(name),
        text === undefined ? '–' : code(text),
        meaning,
      ]),
    );
  });
});

describe('troubleshooting', () => {
  it('has every reason why a task fails', () => {
    const rows = rowsOf(troubleshooting).map(([first]) => first);
    const missing = Object.keys(TASK_FAULTS).filter((fault) => !rows.includes(code(fault)));
    expect(missing).toEqual([]);
  });
});
