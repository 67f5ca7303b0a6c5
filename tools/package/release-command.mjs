import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProject, steps } from '../run/steps.mjs';
import { faultInWords } from './faults-in-words.mjs';
import { ReleaseFault } from './release.mjs';

/** Where the release key is unless somebody says otherwise: the person's, not the tree's. */
export const KEY_FOLDER = join(
  process.env.XDG_CONFIG_HOME || join(homedir(), '.config'),
  'kenny-release',
);

/** Builds what the release scripts stand on. */
export const buildHandshake = () => steps(buildProject('contract'), buildProject('handshake'));

/** The words behind a command, as `parseArgs` reads them; what it does not know ends it with a sentence. */
export function wordsOf(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`${error.message}; there are: ${Object.keys(config.options).join(', ')}`);
    process.exit(2);
  }
}

/** A command whose faults are sentences; what nobody thought of has its trace above the sentence. */
export async function tellingFaults(command) {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof ReleaseFault)) console.error(error);
    console.error(faultInWords(error));
    process.exitCode = 1;
  }
}
