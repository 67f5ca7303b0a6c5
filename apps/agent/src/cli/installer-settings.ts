import { EXIT_CODES, fileKeyOf, INSTALLER_SETTINGS } from '@kenny/contract/agent';
import { dirname, resolve } from 'node:path';
import { AGENT_NAMES, readConfigFile } from '../config/index.js';
import { CommandFailure } from './command-failure.js';

/** Settings from the archive of an installer link, as if they had been typed. */
export interface BroughtSettings {
  /** By variable name. */
  readonly values: Readonly<Record<string, string>>;
  readonly insecure: boolean;
}

/**
 * Reads the settings file beside `install.cmd`: the agent's configuration keys, plus `insecure` for
 * plain text. A certificate is named relative to it.
 * @throws CommandFailure when it is missing or has other content
 */
export async function readInstallerSettings(file: string): Promise<BroughtSettings> {
  const content = await readConfigFile(file, true);
  if (typeof content === 'string') throw new CommandFailure([content], EXIT_CODES.usage);
  const { [INSTALLER_SETTINGS.insecure]: insecure, ...rest } = content;
  const names = new Map(AGENT_NAMES.map((name) => [fileKeyOf(name), name]));
  const values: Record<string, string> = {};
  for (const [key, value] of Object.entries(rest)) {
    const name = names.get(key);
    if (name === undefined || typeof value !== 'string') {
      const shown = JSON.stringify(key.slice(0, 64));
      throw new CommandFailure(
        [`${file}: ${shown} is no setting of an installer`],
        EXIT_CODES.usage,
      );
    }
    values[name] = name === 'KENNY_TLS_CA' ? resolve(dirname(file), value) : value;
  }
  return { values, insecure: insecure === true };
}
