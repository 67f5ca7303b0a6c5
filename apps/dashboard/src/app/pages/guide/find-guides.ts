import { plainTextOf, spokenBlocks } from '../../ui/markdown/markdown-blocks';
import { FOR_DEVELOPERS, guideParts, headingId } from './guide-text';

export interface GuideFile {
  readonly name: string;
  readonly text: string;
  /** All of it is. */
  readonly forDevelopers?: boolean;
}

export interface FoundGuide {
  readonly page: string;
  /** The chapter that it is in. */
  readonly fragment?: string;
  readonly title: string;
  /** What stands around the words. */
  readonly says: string;
  /** The guide, or the part of it that has the words. */
  readonly forDevelopers: boolean;
}

interface Chapter {
  readonly id?: string;
  readonly title: string;
  readonly text: string;
  readonly forDevelopers: boolean;
}

interface Ranked {
  readonly rank: number;
  readonly found: FoundGuide;
}

/** How well a guide fits; smaller is better. */
const RANK = { title: 0, heading: 1, chapter: 2, guide: 3 } as const;
/** Letters on each side of the first word. */
const AROUND = 80;
const HEADING = /^## (.+)$/gm;
const NAME = /\]\(([a-z0-9-]+)\.md/g;

/** The guides that a text links to, in its order, each where it is named first. */
export function namesIn(list: string): Omit<GuideFile, 'text'>[] {
  const fold = [...list.matchAll(HEADING)].find(([, title = '']) => isFold(title))?.index;
  const found = new Map<string, Omit<GuideFile, 'text'>>();
  for (const { 1: name = '', index } of list.matchAll(NAME)) {
    const forDevelopers = fold !== undefined && index > fold;
    if (!found.has(name)) found.set(name, { name, forDevelopers });
  }
  return [...found.values()];
}

const isFold = (title: string): boolean => headingId(title) === FOR_DEVELOPERS;

/**
 * Guides that have all of these words, each once: what is for developers last, of both the best first
 * and else in the order given.
 */
export function findGuides(guides: readonly GuideFile[], query: string): FoundGuide[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const patterns = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'iu'));
  return guides
    .flatMap((guide) => foundIn(guide, patterns) ?? [])
    .sort(
      (a, b) => Number(a.found.forDevelopers) - Number(b.found.forDevelopers) || a.rank - b.rank,
    )
    .map(({ found }) => found);
}

/** What a person reads comes before what is folded in the same guide. */
function foundIn(guide: GuideFile, patterns: readonly RegExp[]): Ranked | undefined {
  const chapters = chaptersOf(guide);
  const open = chapters.filter(({ forDevelopers }) => !forDevelopers);
  return foundAmong(open, guide, patterns) ?? foundAmong(chapters, guide, patterns);
}

function foundAmong(
  chapters: readonly Chapter[],
  { name }: GuideFile,
  patterns: readonly RegExp[],
): Ranked | undefined {
  const [first] = chapters;
  if (!first) return undefined;
  const has = (words: string) => patterns.every((one) => one.test(words));
  const at = (rank: number, { id, title, text: said, forDevelopers }: Chapter) => ({
    rank,
    found: {
      ...{ page: `/guides/${name}`, says: around(said, patterns), forDevelopers },
      ...(id === undefined ? {} : { fragment: id }),
      title: id === undefined ? first.title : `${first.title} › ${title}`,
    },
  });
  const { title, forDevelopers } = first;
  const says = chapters.find(({ text: said }) => said !== '')?.text ?? '';
  if (has(title)) return at(RANK.title, { title, text: says, forDevelopers });
  const headed = chapters.find((one) => has(one.title));
  if (headed) return at(RANK.heading, headed);
  const whole = chapters.find((one) => has(one.text));
  if (whole) return at(RANK.chapter, whole);
  const text = chapters.map((one) => `${one.title} ${one.text}`).join(' ');
  const folds = chapters.some((one) => one.forDevelopers);
  return has(text) ? at(RANK.guide, { title, text, forDevelopers: folds }) : undefined;
}

/** What stands before the first heading below the title is of no chapter. */
function chaptersOf({ name, text, forDevelopers: whole = false }: GuideFile): Chapter[] {
  const chapters: Chapter[] = [];
  let forDevelopers = whole;
  for (const part of guideParts(text, name)) {
    const last = chapters.at(-1);
    if ('id' in part) {
      const title = plainTextOf(part.title);
      forDevelopers ||= part.id === FOR_DEVELOPERS;
      const at = part.level === 1 ? {} : { id: part.id };
      chapters.push({ ...at, title, text: '', forDevelopers });
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
