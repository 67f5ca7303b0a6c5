import { realpath } from 'node:fs/promises';
import { errorCode } from '../errors/error-code.js';
import { parseJsonObject, readNamedFile, replaceFile } from '../platform/state-files.js';

const CONFIG_MAX_BYTES = 64 * 1024;

/**
 * Content of `kenny-agent.config.json`; `{}` when it is missing and was not asked for. A string
 * says what is wrong with it.
 */
export async function readConfigFile(
  file: string,
  required: boolean,
): Promise<Record<string, unknown> | string> {
  const found = await readNamedFile(file, CONFIG_MAX_BYTES);
  if (found.kind === 'missing') return required ? `${file} is not there` : {};
  if (found.kind === 'unusable') return `${file} cannot be used: ${found.reason}`;
  return parseJsonObject(found.content) ?? `${file} does not hold a JSON object`;
}

/**
 * Changes some keys of the file; undefined removes a key. The file is created when needed.
 * @throws Error in words, or the system's error when it may not be written
 */
export async function updateConfigFile(
  file: string,
  changes: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const content = await readConfigFile(file, false);
  if (typeof content === 'string') throw new Error(content);
  const updated = { ...content, ...changes };
  const text = `${JSON.stringify(updated, null, 2)}\n`;
  if (text === `${JSON.stringify(content, null, 2)}\n`) return;
  await replaceFile(await targetOf(file), text);
}

/** Resolves a link, so that it stays one. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return file;
    throw error;
  }
}
