import { homedir } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import type { Places } from './app-config.js';
import type { Environment } from './read-env.js';

/** Variables that hold a folder; all others may hold a secret and are not handed on. */
const FOLDERS = [
  ...['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMFILES'],
];

/** Relative folders of PATH do not count: what lies there depends on where kenny was started. */
export function placesOf(env: Environment): Places {
  const variables = FOLDERS.flatMap((name) => {
    const value = env[name];
    return value && isAbsolute(value) ? [[name, value]] : [];
  });
  return {
    home: homedir(),
    path: (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder)),
    docker: /^unix:\/\/(\/.+)$/.exec(env['DOCKER_HOST']?.trim() ?? '')?.[1] ?? null,
    variables: Object.fromEntries(variables) as Record<string, string>,
  };
}
