import { parseArgs } from 'node:util';

export class UsageError extends Error {}

const ENGINES = { sqlite: ['sqlite'], postgres: ['postgres'], both: ['sqlite', 'postgres'] };

/** @param argv - what follows `npm run faults --` */
export function parseArguments(argv, names) {
  const { values } = parsed(argv);
  const engines = ENGINES[values.engine];
  if (!engines) throw new UsageError('--engine takes sqlite, postgres or both');
  const only = values.only ?? [];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown) {
    throw new UsageError(`there is no scenario ${unknown}; there are\n  ${names.join('\n  ')}`);
  }
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds > 0)) throw new UsageError('--seconds takes a number');
  return { engines, only, seconds, quick: values.quick, write: values.write, list: values.list };
}

function parsed(argv) {
  try {
    return parseArgs({
      args: argv,
      options: {
        engine: { type: 'string', default: 'sqlite' },
        only: { type: 'string', multiple: true },
        seconds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
}
