import { posix, win32 } from 'node:path';
import type { Os } from '@kenny/contract/agent';

/** File system access; each call is about the last name only and follows no link. */
export interface LinkReader {
  isLink(path: string): Promise<boolean>;
  target(path: string): Promise<string>;
}

/** Linux's own limit. */
const MOST_LINKS = 40;

/**
 * Resolves a path link by link: `judge` sees each target before it is touched. Asking a system
 * where a link to `\\server\share` leads would already contact that server, with this PC's account.
 * @param judge throws to refuse
 * @throws ELOOP, and what the reader throws
 */
export async function followLinks(
  path: string,
  os: Os,
  reader: LinkReader,
  judge: (path: string) => void,
): Promise<string> {
  const names = os === 'windows' ? win32 : posix;
  judge(path);
  let links = 0;
  const start = names.resolve(path);
  let at = names.parse(start).root;
  const waiting = start.slice(at.length).split(names.sep).filter(Boolean);
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const next = names.join(at, name);
    if (!(await reader.isLink(next))) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    const target = names.resolve(at, await reader.target(next));
    judge(target);
    at = names.parse(target).root;
    waiting.unshift(...target.slice(at.length).split(names.sep).filter(Boolean));
  }
  return at;
}
