/** Sizes of a run. `quick` is for looking whether the bench itself works; its figures are rough. */
export function sizesOf(quick) {
  return quick
    ? { few: 100, many: 400, fleet: 200, seconds: 2, agentSeconds: 10, starts: 1, auditRows: 4_000 }
    : {
        ...{ few: 500, many: 2_000, fleet: 1_000 },
        ...{ seconds: 8, agentSeconds: 60, starts: 3, auditRows: 40_000 },
      };
}

export const WATCHERS = 20;
export const IN_FLIGHT = 64;

/** @param argv - what follows `npm run bench --` */
export function parseArguments(argv) {
  const options = { names: [], quick: false, json: undefined, profile: undefined };
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i];
    if (word === '--quick') options.quick = true;
    else if (word === '--json') options.json = valueOf(argv, (i += 1), word);
    else if (word === '--cpu-prof') options.profile = valueOf(argv, (i += 1), word);
    else if (word.startsWith('-')) throw new UsageError(`${word} is no option of this`);
    else options.names.push(word);
  }
  return options;
}

export class UsageError extends Error {}

function valueOf(argv, index, option) {
  const value = argv[index];
  if (value === undefined) throw new UsageError(`${option} takes a path`);
  return value;
}
