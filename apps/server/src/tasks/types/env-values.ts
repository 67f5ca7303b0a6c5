import { Inject, Injectable } from '@nestjs/common';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { KennyError } from '../../kernel/index.js';
import type { AgentType } from './agent-type.js';

/** A key, a session, a certificate: never as long as that. */
const LONGEST_VALUE = 128 * 1024;

/**
 * The values of agents' environments, read at the moment of a launch: they are in no memory before it
 * and in no answer at all.
 */
@Injectable()
export class AgentEnvironment {
  constructor(@Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'tasks'>) {}

  /**
   * Relative files lie beside the file of agent types.
   * @throws KennyError `unavailable`, naming the variable and never its value
   */
  async of({ id, env }: Pick<AgentType, 'id' | 'env'>): Promise<Record<string, string>> {
    const folder = dirname(this.config.tasks.agentTypesFile);
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(env)) {
      const text = typeof value === 'string' ? value : await textOf(resolve(folder, value.file));
      if (text === null || text.includes('\0')) {
        throw new KennyError('unavailable', `${name} of ${id} cannot be read from its file`);
      }
      values[name] = text;
    }
    return values;
  }
}

/** Null when it cannot be read; the line end that editors put there is no part of a value. */
async function textOf(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) return null;
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size > LONGEST_VALUE) return null;
    return (await handle.readFile('utf8')).replace(/\r?\n$/, '');
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

/** Names that a type requires and neither it nor the run gives. */
export function missingNames(
  { required_env, env }: Pick<AgentType, 'required_env' | 'env'>,
  given: readonly string[],
): string[] {
  return required_env.filter((name) => !(name in env) && !given.includes(name));
}

/** Variables that every run gives; the seed names them. */
export const RUN_VARIABLES = ['TASK_DESCRIPTION', 'AUGGIE_SESSION_ID'] as const;
