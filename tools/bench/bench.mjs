import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { GOALS, judge } from './goals.mjs';
import { GROUPS } from './groups/index.mjs';
import { parseArguments, sizesOf, UsageError } from './options.mjs';
import { PINNING } from './processes.mjs';
import { summaryLine, terminalTable } from './report.mjs';
import { World } from './world.mjs';

/**
 * Measures the built programs and prints every row. @returns the exit code: 1 when a must is missed
 * beyond the tolerance, both by itself and as a ratio, or when something could not be measured.
 */
export async function bench(argv) {
  let options;
  try {
    options = parseArguments(argv);
    options.groups = chosenGroups(options.names);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`bench: ${error.message}`);
    return 2;
  }
  const sizes = sizesOf(options.quick);
  const world = await World.open(options.profile);
  try {
    const result = { ...machine(), quick: options.quick, sizes, rows: [] };
    for (const group of options.groups) {
      console.error(`▸ ${group.name}`);
      result.rows.push(...(await rowsOf(group, { world, sizes, quick: options.quick })));
    }
    console.log(terminalTable(result));
    console.log(summaryLine(result));
    if (options.json) writeResult(options, result);
    return result.rows.some(({ verdict }) => verdict === 'failed' || verdict === 'broken') ? 1 : 0;
  } finally {
    await world.close();
  }
}

/** A run of some groups by their names leaves the rows of an earlier, whole one beside its own. */
function writeResult({ json, names }, result) {
  let whole = result;
  if (names.length > 0 && existsSync(json)) {
    const before = JSON.parse(readFileSync(json, 'utf8'));
    const isNew = ({ title }) => result.rows.some((row) => row.title === title);
    whole = { ...before, rows: [...before.rows.filter((row) => !isNew(row)), ...result.rows] };
  }
  writeFileSync(json, `${JSON.stringify(whole, null, 2)}\n`);
}

/** Groups by their name or by the name of a row in them; without names all but the longest. */
function chosenGroups(names) {
  for (const name of names) {
    if (GROUPS.some((group) => isOrHas(group, name))) continue;
    const known = GROUPS.map((group) => `${group.name} (${group.goals.join(', ')})`);
    throw new UsageError(`there is no row or group ${name}; there are\n  ${known.join('\n  ')}`);
  }
  return GROUPS.filter((group) =>
    names.length === 0 ? !group.onRequest : names.some((name) => isOrHas(group, name)),
  );
}

const isOrHas = (group, name) => group.name === name || group.goals.includes(name);

/** One row for each goal of the group. What breaks costs the rows after it in its group alone. */
async function rowsOf(group, world) {
  const measured = [];
  let trouble = 'was not measured';
  try {
    for await (const measurement of group.run(world)) measured.push(measurement);
  } catch (error) {
    [trouble] = String(error).split('\n');
    console.error(error);
  }
  const own = measured.filter(({ title }) => title !== undefined);
  const held = group.goals.map((id) => {
    const goal = GOALS.find((candidate) => candidate.id === id);
    const measurement = measured.find((candidate) => candidate.id === id);
    if (!measurement) return { ...goal, verdict: 'broken', note: trouble };
    if (measurement.skipped) return { ...goal, verdict: 'skipped', note: measurement.skipped };
    return { ...goal, ...measurement, ...judge(goal, measurement) };
  });
  return [...held, ...own.map((row) => ({ ...row, ...judge(row, row) }))];
}

/** What the figures depend on, without naming the machine. */
function machine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    pinning: PINNING,
  };
}
