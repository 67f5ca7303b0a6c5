import { AGENT_FILES, type Os } from '@kenny/contract/agent';
import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AGENT_BUILD } from '../config/build.js';
import { isService, serviceFolderOf } from '../config/index.js';
import { errorCode } from '../errors/error-code.js';
import { thisOs } from '../platform/this-os.js';
import { installedProgram } from '../service/installed-program.js';
import { ownProgram } from '../service/place-program.js';
import { placesFor, SwapFiles } from './swap-files.js';
import { Updates } from './updates.js';
import { watchOwnLoop } from './watchdog.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Stand-in where an agent cannot be updated. */
export interface NoUpdates {
  readonly unsupported: string;
}

export const NOT_A_SERVICE =
  'this agent was not installed as a service of this PC, so nothing would start a new version; ' +
  'replace it where it was put';
const NO_PROGRAM_OF_ITS_OWN =
  "this agent runs on the PC's own Node, not as one executable; install it anew with a link";
const ELSEWHERE = 'this agent does not run from the folder that its installation made; repair it';
const NO_KEY =
  'this agent was packaged without a release key, so it cannot tell a genuine update from another; ' +
  'package it with --release-key and install that';

/** The updates of this process, or the reason it has none; `restart` as in `Updates.open`. */
export async function openUpdates(
  env: Environment,
): Promise<{ updates: Updates | NoUpdates; restart: boolean }> {
  const none = (unsupported: string) => ({ updates: { unsupported }, restart: false });
  const os = thisOs();
  const installed = isService(env) ? installedProgram(env) : undefined;
  const stateFolder = serviceFolderOf(env);
  if (!installed || stateFolder === undefined) return none(NOT_A_SERVICE);
  const own = await ownProgram();
  if (own.node !== undefined) return none(NO_PROGRAM_OF_ITS_OWN);
  const places = placesFor(installed.program, os);
  const [isProgram, isKept] = [places.program, places.kept].map((at) => isFile(at, own.file, os));
  if (isProgram !== true && isKept !== true) return none(ELSEWHERE);
  return Updates.open({
    build: AGENT_BUILD,
    os,
    recordFile: join(stateFolder, AGENT_FILES.update),
    files: new SwapFiles({ places, os, pointAt: installed.pointAt, letGo: installed.letGo }),
    startedFrom: isKept === true ? 'kept' : 'program',
    unsupported: AGENT_BUILD.releaseKey ? await whyNotHere(dirname(places.program), os) : NO_KEY,
    watch: watchOwnLoop,
  });
}

/** File names on Windows ignore case. */
function isFile(place: string, file: string, os: Os): boolean {
  return os === 'windows' ? place.toLowerCase() === file.toLowerCase() : place === file;
}

/** Anybody else who can write to the folder could replace our program. */
async function whyNotHere(folder: string, os: Os): Promise<string | undefined> {
  if (os !== 'windows') {
    const { uid, mode } = await lstat(folder);
    if (uid !== 0 || (mode & 0o022) !== 0) {
      return `others than root may write into ${folder}; repair the installation`;
    }
  }
  try {
    await access(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return `the agent may not write into ${folder} (${errorCode(error) ?? 'no reason given'})`;
  }
}
