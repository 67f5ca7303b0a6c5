import {
  markdownBlocks,
  plainTextOf,
  type Block,
  type Inline,
  type PageAddress,
} from '../../ui/markdown/markdown-blocks';

export interface GuideHeading {
  readonly level: number;
  readonly id: string;
  readonly title: readonly Inline[];
}

/** A guide as it is drawn: its headings, and what stands between them. */
export type GuidePart = GuideHeading | { readonly blocks: readonly Block[] };

/** A heading as the list of them has it. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
}

/** Of the chapter in which a guide has the terminal, protocols and files. */
export const FOR_DEVELOPERS = 'for-developers';

/** So few are seen at a glance. */
const FEW = 3;

const OTHER_GUIDE = /^(?:([a-z0-9-]+)\.md)?(?:#(.+))?$/;
/** What only makes sense beside the source: notes of the generator, pictures, decisions. */
const OF_THE_SOURCE = /<!--[\s\S]*?-->|!\[[^\]]*\]\([^)]*\)/g;
const LINK_AWAY = /\[([^\]]+)\]\((?!https?:|#|[a-z0-9-]+\.md\b)[^)]*\)/g;
const KEY = /<kbd>([^<]*)<\/kbd>/g;

export function guideParts(text: string, name: string): GuidePart[] {
  const shown = text.replace(OF_THE_SOURCE, '').replace(LINK_AWAY, '$1').replace(KEY, '`$1`');
  const parts: GuidePart[] = [];
  for (const block of markdownBlocks(shown, { pageOf: (href) => guideAddress(href, name) })) {
    const last = parts.at(-1);
    if (block.kind === 'heading') {
      const id = headingId(plainTextOf(block.children));
      parts.push({ level: block.depth, id, title: block.children });
    } else if (last && 'blocks' in last) {
      parts[parts.length - 1] = { blocks: [...last.blocks, block] };
    } else parts.push({ blocks: [block] });
  }
  return parts;
}

/** What the list of a guide names; nothing where there is little to choose from. */
export function chaptersOf(parts: readonly GuidePart[]): Chapter[] {
  const chapters = parts.flatMap((part) =>
    'id' in part && part.level === 2 ? [{ id: part.id, title: plainTextOf(part.title) }] : [],
  );
  return chapters.length > FEW ? chapters : [];
}

/** As GitHub makes it, by which the guides' links name it. */
export function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function guideAddress(href: string, name: string): PageAddress | null {
  const found = OTHER_GUIDE.exec(href);
  if (!found || href === '') return null;
  const [, other = name, fragment] = found;
  return { path: `/guides/${other}`, ...(fragment === undefined ? {} : { fragment }) };
}
