import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NotHere } from './disks.mjs';
import { parseArguments, UsageError } from './options.mjs';
import { Engines } from './engines.mjs';
import { documentOf } from './document.mjs';
import { circumstances, summaryLine, terminalTable } from './report.mjs';
import { notTried } from './rows.mjs';
import { closeWorlds } from './world.mjs';
import { SCENARIOS } from './scenarios.mjs';

const FOLDERS = /\S*\/kenny-(?:faults|postgres)-\w+/g;
const RESULTS = new URL('../../docs/faults.json', import.meta.url);
const DOCUMENT = new URL('../../docs/faults.md', import.meta.url);

/**
 * Starves, kills, cuts and sets back the built programs, and holds what people were told against what
 * every PC was really asked to run. @returns the exit code: 1 when something was not held
 */
export async function faults(argv) {
  let options;
  try {
    options = parseArguments(argv, Object.keys(SCENARIOS));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`faults: ${error.message}`);
    return 2;
  }
  if (options.list) return list();
  const engines = new Engines();
  endEarly(engines);
  const results = [];
  try {
    for (const [name, scenario] of chosen(options)) {
      for (const engine of options.engines.filter((one) => scenario.engines.includes(one))) {
        console.error(`▸ ${name} on ${engine}`);
        results.push(await run(name, scenario, engine, engines, options));
        console.log(`\n${terminalTable(results.at(-1))}\n`);
        if (options.write) await write(results.slice(-1), options);
      }
    }
  } finally {
    await engines.close();
  }
  console.log(summaryLine(results));
  return results.some(({ rows }) => rows.some(({ held }) => held === false)) ? 1 : 0;
}

function endEarly(engines) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      void closeWorlds()
        .then(() => engines.close())
        .finally(() => process.exit(1));
    });
  }
}

/** One scenario on one engine. What breaks it is a line of its table, and the others still run. */
async function run(name, scenario, engine, engines, { seconds, quick }) {
  const began = performance.now();
  const rows = [];
  const wanted =
    seconds ?? (quick ? (scenario.quickSeconds ?? scenario.seconds) : scenario.seconds);
  try {
    const { perform } = await scenario.load();
    const missing = await engines.missing(engine);
    if (missing) rows.push(notTried(scenario.title, missing));
    else {
      for await (const row of perform({ engine, engines, seconds: wanted, quick })) {
        rows.push(withoutFolders(row));
      }
    }
  } catch (error) {
    if (error instanceof NotHere) rows.push(notTried(scenario.title, error.message));
    else rows.push(broken(error));
  }
  return { name, engine, seconds: (performance.now() - began) / 1000, rows };
}

/** Folders of this run mean nothing to anybody else. */
const withoutFolders = (row) => ({ ...row, seen: row.seen.replaceAll(FOLDERS, '…') });

function broken(error) {
  console.error(error);
  const [seen] = String(error).split('\n');
  return { what: 'the scenario came to its end', seen, bound: 'yes', held: false };
}

function chosen({ only, quick }) {
  const all = Object.entries(SCENARIOS);
  if (only.length > 0) return all.filter(([name]) => only.includes(name));
  return quick ? all.filter(([, { quickSeconds }]) => quickSeconds !== undefined) : all;
}

function list() {
  for (const [name, { title, engines }] of Object.entries(SCENARIOS)) {
    console.log(`${name.padEnd(18)} ${engines.join(', ').padEnd(17)} ${title}`);
  }
  return 0;
}

/** Beside the results of earlier runs, of which those of the same scenarios are replaced. */
async function write(results, options) {
  const kept = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : [];
  const isNew = ({ name, engine }) =>
    results.some((result) => result.name === name && result.engine === engine);
  const dated = results.map((result) => ({ ...result, ...circumstances(options) }));
  const all = inOrder([...kept.filter((result) => !isNew(result)), ...dated]);
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(DOCUMENT, await documentOf(readFileSync(DOCUMENT, 'utf8'), all));
}

/** That of the list, SQLite first; scenarios that are no more are left out. */
const inOrder = (results) =>
  Object.entries(SCENARIOS).flatMap(([name, { engines }]) =>
    engines.flatMap((engine) =>
      results.filter((result) => result.name === name && result.engine === engine),
    ),
  );
