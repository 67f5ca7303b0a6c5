import { plainTextOf, spokenBlocks } from '../../ui/markdown/markdown-blocks';
import { guideParts } from './guide-text';

export interface GuideFile {
  readonly name: string;
  readonly text: string;
}

export interface FoundGuide {
  readonly page: string;
  /** The chapter that it is in. */
  readonly fragment?: string;
  readonly title: string;
  /** What stands around the words. */
  readonly says: string;
}

interface Chapter {
  readonly id?: string;
  readonly title: string;
  readonly text: string;
}

/** How well a guide fits; smaller is better. */
const RANK = { title: 0, heading: 1, chapter: 2, guide: 3 } as const;
/** Letters on each side of the first word. */
const AROUND = 80;
const NAME = /\]\(([a-z0-9-]+)\.md/g;

/** The guides that a text links to, in its order. */
export const namesIn = (list: string): string[] => [
  ...new Set([...list.matchAll(NAME)].map(([, name = '']) => name)),
];

/** Guides that have all of these words, each once, the best first and else in the order given. */
export function findGuides(guides: readonly GuideFile[], query: string): FoundGuide[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const patterns = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'iu'));
  return guides
    .flatMap((guide) => foundIn(guide, patterns) ?? [])
    .sort((a, b) => a.rank - b.rank)
    .map(({ found }) => found);
}

function foundIn(
  { name, text }: GuideFile,
  patterns: readonly RegExp[],
): { readonly rank: number; readonly found: FoundGuide } | undefined {
  const chapters = chaptersOf(text, name);
  const [first] = chapters;
  if (!first) return undefined;
  const has = (words: string) => patterns.every((one) => one.test(words));
  const at = (rank: number, { id, title, text: said }: Chapter) => ({
    rank,
    found: {
      ...{ page: `/guides/${name}`, says: around(said, patterns) },
      ...(id === undefined ? {} : { fragment: id }),
      title: id === undefined ? first.title : `${first.title} › ${title}`,
    },
  });
  const says = chapters.find(({ text: said }) => said !== '')?.text ?? '';
  if (has(first.title)) return at(RANK.title, { title: first.title, text: says });
  const headed = chapters.find(({ title }) => has(title));
  if (headed) return at(RANK.heading, headed);
  const whole = chapters.find((one) => has(one.text));
  if (whole) return at(RANK.chapter, whole);
  const everything = chapters.map((one) => `${one.title} ${one.text}`).join(' ');
  return has(everything) ? at(RANK.guide, { title: first.title, text: everything }) : undefined;
}

/** What stands before the first heading below the title is of no chapter. */
function chaptersOf(text: string, name: string): Chapter[] {
  const chapters: Chapter[] = [];
  for (const part of guideParts(text, name)) {
    const last = chapters.at(-1);
    if ('id' in part) {
      const title = plainTextOf(part.title);
      chapters.push({ ...(part.level === 1 ? {} : { id: part.id }), title, text: '' });
    } else if (last) {
      const said = spokenBlocks(part.blocks).replaceAll(/\s+/g, ' ').trim();
      chapters[chapters.length - 1] = { ...last, text: said };
    }
  }
  return chapters;
}

function around(text: string, patterns: readonly RegExp[]): string {
  const at = Math.max(0, text.search(patterns[0] ?? /^/));
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const end = text.length - at <= AROUND ? text.length : text.lastIndexOf(' ', at + AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
}
