import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isHidden, markPrivate, mayBeMarked, secretFilesOf } from '../../config/index.js';
import type { Finding } from '../doctor/finding.js';
import { fileReason } from '../errors.js';
import type { CliIo } from '../io.js';

const check = 'secret files';

/**
 * Files that the environment names: an agent on the same machine runs as root and reads what a model
 * asks for, so they lie where its tools do not look.
 * @param fix hides their folders where that hides nothing else
 */
export function secretFileFindings({ env, cwd }: CliIo, fix: boolean): Finding[] {
  const named = secretFilesOf(env, cwd).filter(({ file }) => existsSync(file));
  if (named.length === 0) return [];
  const open = named.filter((secret) => !isHidden(secret));
  if (open.length === 0) {
    return [{ check, state: 'ok', says: `${named.length} named here, hidden from read tools` }];
  }
  return open.map(({ variable, file }): Finding => {
    const folder = dirname(file);
    if (!mayBeMarked(folder)) {
      const says = `${variable}: ${file} lies in a folder that holds other things too, where an agent on this machine may read it`;
      const next = 'Move it to a folder of its own, such as /etc/kenny, and change the variable.';
      return { check, state: 'warn', says, next };
    }
    if (!fix) {
      const says = `${variable}: an agent on this machine may read ${file}`;
      return { check, state: 'warn', says, next: `kenny doctor --fix hides ${folder} from it.` };
    }
    return mark(folder);
  });
}

function mark(folder: string): Finding {
  try {
    markPrivate(folder);
    return { check, state: 'ok', says: `${folder} is hidden from read tools now` };
  } catch (error) {
    const says = `${folder} cannot be hidden: ${fileReason(error)}`;
    return { check, state: 'fail', says, next: 'Run this as the user that owns the folder.' };
  }
}
