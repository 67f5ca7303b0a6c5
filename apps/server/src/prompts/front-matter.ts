import { isObject } from '@kenny/kernel';
import { parse } from 'yaml';

/** What stands above a prompt or a skill, and the text below it. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const FENCE = /^---[ \t]*$/m;
const BEGIN = /^---[ \t]*\n/;
const LONGEST = 8_192;

/** A person's file, but read by a server: no aliases that grow, and every value is a text. */
const OPTIONS = { schema: 'failsafe', maxAliasCount: 0, logLevel: 'error' } as const;

/** Optional YAML between two lines of `---`; else the reason why the file cannot be used. */
export function frontMatterOf(text: string): FrontMatter | { readonly refused: string } {
  const begin = BEGIN.exec(text);
  if (!begin) return { fields: {}, body: text };
  const rest = text.slice(begin[0].length);
  const end = FENCE.exec(rest);
  if (!end) return { refused: 'its front matter has no end (a line of ---)' };
  if (end.index > LONGEST)
    return { refused: `its front matter is longer than ${LONGEST} characters` };
  const body = rest.slice(end.index + end[0].length).replace(/^\n/, '');
  try {
    const fields: unknown = parse(rest.slice(0, end.index), OPTIONS) ?? {};
    return isObject(fields) && !Array.isArray(fields)
      ? { fields, body }
      : { refused: 'its front matter is no list of names and values' };
  } catch {
    return { refused: 'its front matter is no YAML' };
  }
}
