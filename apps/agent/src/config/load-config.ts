import { AGENT_FILES } from '@kenny/contract/agent';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildConfig, type AgentConfig } from './agent-config.js';
import { readConfigFile } from './config-file.js';
import { gatherSettings, type Problems } from './settings.js';
import { isPrivileged } from './privilege.js';
import { locateStateFolder } from './state-folder.js';

/** Configuration from the command line. */
export interface ConfigFlags {
  /** `--state-dir`. */
  stateDir?: string | undefined;
  /** `--config`. */
  config?: string | undefined;
  /** `--insecure`. */
  insecure?: boolean | undefined;
  /** Values of the flags that stand for variables, by variable name. */
  values: Readonly<Record<string, string | undefined>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Flags, environment and file together. The configuration counts only without problems. */
export async function loadConfig(
  flags: ConfigFlags,
  env: Environment = process.env,
): Promise<{ config: AgentConfig; problems: Problems }> {
  const stateFolder = locateStateFolder({
    flag: flags.stateDir,
    env,
    isRoot: await isPrivileged(env),
    home: homedir(),
    platform: process.platform,
  });
  const configFile = resolve(flags.config ?? join(stateFolder, AGENT_FILES.config));
  const content = await readConfigFile(configFile, flags.config !== undefined);
  const file = typeof content === 'string' ? {} : content;
  const gathered = await gatherSettings({ flags: flags.values, env, file, fileName: configFile });
  const built = await buildConfig({
    settings: gathered.settings,
    secretFiles: gathered.secretFiles,
    stateFolder,
    configFile,
    insecure: flags.insecure === true,
    service: isService(env),
  });
  const problems = [
    ...(typeof content === 'string' ? [content] : []),
    ...gathered.problems,
    ...built.problems,
  ];
  return { config: built.config, problems };
}

/**
 * systemd sets both for every service, and so does our own service elsewhere; a shell that a
 * service started has only the first.
 */
export function isService(env: Environment): boolean {
  return env['INVOCATION_ID'] !== undefined && env['STATE_DIRECTORY'] !== undefined;
}
