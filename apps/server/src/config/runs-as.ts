import { RUN_KINDS, type RunKind } from '@kenny/contract';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Environment } from './read-env.js';

/** Where the image keeps its data; a server may be started by hand in a container as well. */
const VOLUME = '/data';
/** Docker and Podman leave one of these in every container. */
const MARKS = ['/.dockerenv', '/run/.containerenv'];

/**
 * How this server was started: as it was told (KENNY_RUNS_AS), else as far as it can be seen.
 * systemd names the folder that it made for a service; a terminal may have other variables of its.
 */
export function runsAs(
  told: string | undefined,
  env: Environment,
  dataDir: string,
  isThere = existsSync,
): RunKind | null {
  const kind = RUN_KINDS.find((one) => one === told);
  if (kind !== undefined) return kind;
  if (isBelow(dataDir, VOLUME) && MARKS.some((mark) => isThere(mark))) return 'container';
  const folders = (env['STATE_DIRECTORY'] ?? '').split(delimiter);
  return folders.includes(dataDir) ? 'service' : null;
}

const isBelow = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);
