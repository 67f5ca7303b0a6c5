import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block, Inline } from '../../ui/markdown/markdown-blocks';
import { GUIDES_OF_CHECKS } from '../pc/check-guides';
import { chaptersOf, guideParts, type GuidePart } from './guide-text';

const ROOT = fileURLToPath(new URL('../../../../../..', import.meta.url));
const GUIDES = join(ROOT, 'docs/guides');
const PAGES = join(ROOT, 'apps/dashboard/src/app');
const names = readdirSync(GUIDES).flatMap((file) => /^(.+)\.md$/.exec(file)?.[1] ?? []);
const guides = new Map(
  names.map((name) => [name, guideParts(readFileSync(join(GUIDES, `${name}.md`), 'utf8'), name)]),
);

const idsOf = (parts: readonly GuidePart[]) =>
  parts.flatMap((part) => ('id' in part ? [part.id] : []));

/** Whether an address names a guide, and a heading that it has. */
function isThere(address: string): boolean {
  const [, name = '', id] = /^\/guides\/([a-z0-9-]+)(?:#(.+))?$/.exec(address) ?? [];
  const parts = guides.get(name);
  return parts !== undefined && (id === undefined || idsOf(parts).includes(id));
}

function pagesIn(parts: readonly Inline[]): string[] {
  return parts.flatMap((part) => {
    const inside = 'children' in part ? pagesIn(part.children) : [];
    if (part.kind !== 'page') return inside;
    return [part.fragment === undefined ? part.path : `${part.path}#${part.fragment}`, ...inside];
  });
}

const linesOf = (block: Block): readonly Inline[] => {
  if ('children' in block) return block.children;
  if (block.kind === 'list') return block.items.flat().flatMap(linesOf);
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()].flat();
  return block.kind === 'quote' ? block.blocks.flatMap(linesOf) : [];
};

const inlines = (parts: readonly GuidePart[]) =>
  parts.flatMap((part) => ('title' in part ? part.title : part.blocks.flatMap(linesOf)));

describe('a guide on a page', () => {
  it('begins with its title, and has what is in it under headings that links can name', () => {
    const parts = guideParts('# Backups\n\nA file.\n\n## Where they lie?\n\n- here\n', 'backup');
    expect(
      parts.map((part) => ('id' in part ? [part.level, part.id] : part.blocks.length)),
    ).toEqual([[1, 'backups'], 1, [2, 'where-they-lie'], 1]);
  });

  it('has a list of its chapters, unless they are few', () => {
    const chapters = (...names: string[]) =>
      chaptersOf(
        guideParts(`# A\n\n${names.map((name) => `## ${name}\n\n### In it\n`).join('\n')}`, 'a'),
      );
    expect(chapters('One', 'Two', 'Three')).toEqual([]);
    expect(chapters('One', 'Two', 'Three', 'The `.kenny` folder').at(-1)).toEqual({
      id: 'the-kenny-folder',
      title: 'The .kenny folder',
    });
  });

  it.each(names)('names each chapter of %s only once', (name) => {
    const ids = chaptersOf(guides.get(name) ?? []).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leads to other guides and headings within the dashboard, and nowhere outside of it', () => {
    const text = '[a](mcp.md#make-a-token) [b](#here) [c](../adr/0001.md) <kbd>g</kbd> ![d](e.png)';
    const found = inlines(guideParts(text, 'backup'));
    expect(pagesIn(found)).toEqual(['/guides/mcp#make-a-token', '/guides/backup#here']);
    expect(JSON.stringify(found)).not.toMatch(/adr|kbd|png/);
  });

  it.each(names)('shows nothing as it is written, and every link of %s leads somewhere', (name) => {
    const parts = guides.get(name) ?? [];
    expect(parts[0]).toMatchObject({ level: 1 });
    const found = inlines(parts);
    expect(pagesIn(found).filter((address) => !isThere(address))).toEqual([]);
    const texts = JSON.stringify(found.filter(({ kind }) => kind === 'text'));
    expect(texts).not.toMatch(/\]\(|<!--|<\/?kbd/);
  });
});

it('is there for every link of a page that leads to one', () => {
  const sources = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:html|ts)$/.test(file) && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(PAGES, file), 'utf8'));
  const links = sources.flatMap((text) =>
    [...text.matchAll(/routerLink="(\/guides\/[^"]+)"(?:\s+fragment="([^"]+)")?/g)].map(
      ([, path = '', fragment]) => (fragment === undefined ? path : `${path}#${fragment}`),
    ),
  );
  const ofChecks = GUIDES_OF_CHECKS.map(({ page, fragment }) =>
    fragment === undefined ? page : `${page}#${fragment}`,
  );
  expect(links.length).toBeGreaterThan(5);
  expect(ofChecks.length).toBeGreaterThan(5);
  expect([...links, ...ofChecks].filter((address) => !isThere(address))).toEqual([]);
});
