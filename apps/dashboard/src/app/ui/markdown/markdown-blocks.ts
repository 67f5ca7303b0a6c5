import { Lexer, Tokenizer, type Token, type Tokens } from 'marked';

/** What may stand in a line. Addresses are http or https, and nothing else. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly Inline[] }
  | ({ readonly kind: 'page'; readonly children: readonly Inline[] } & PageAddress);

/** A place in the dashboard. */
export interface PageAddress {
  readonly path: string;
  readonly fragment?: string;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly depth: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

/** Longer texts, and what is nested deeper, are shown as they are written. */
const LONGEST = 60_000;
const DEEPEST = 6;

export interface MarkdownLinks {
  /** Without, an address is text like any other. */
  readonly links?: boolean;
  /** What leads to a page of ours; null: it does not. */
  readonly pageOf?: (href: string) => PageAddress | null;
}

interface Place {
  readonly depth: number;
  readonly pageOf: NonNullable<MarkdownLinks['pageOf']>;
}

const within = (place: Place): Place => ({ ...place, depth: place.depth + 1 });

/**
 * Markdown of a model as data: a small part of the language, made of elements of ours. Raw HTML,
 * pictures and definitions of links are text like any other; nothing of it disappears.
 */
export function markdownBlocks(
  text: string,
  { links = true, pageOf = () => null }: MarkdownLinks = {},
): Block[] {
  if (text.length > LONGEST) return [written(text)];
  try {
    const tokenizer = links ? new Tokenizer() : new Unlinked();
    return blocksOf(new Lexer({ gfm: true, tokenizer }).lex(text), { depth: 0, pageOf });
  } catch (error) {
    // The parser recurses: what is nested thousands of times is nothing that anybody wants to read.
    if (error instanceof RangeError) return [written(text)];
    throw error;
  }
}

/** Leaves every link as it is written. */
class Unlinked extends Tokenizer {
  override link(): undefined {}
  override autolink(): undefined {}
  override url(): undefined {}
}

function blocksOf(tokens: readonly Token[], place: Place): Block[] {
  return tokens.flatMap((token) => blockOf(token, place));
}

function blockOf(token: Token, place: Place): Block[] {
  if (place.depth > DEEPEST) return [written(token.raw)];
  switch (token.type) {
    case 'space':
      return [];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }];
    case 'heading':
      return [headingOf(token as Tokens.Heading, place)];
    case 'paragraph':
    case 'text':
      return [{ kind: 'paragraph', children: inlinesOf(token as Tokens.Text, place) }];
    case 'blockquote':
      return [
        { kind: 'quote', blocks: blocksOf((token as Tokens.Blockquote).tokens, within(place)) },
      ];
    case 'list':
      return [listOf(token as Tokens.List, place)];
    case 'table':
      return [tableOf(token as Tokens.Table, place)];
    default:
      return [written(token.raw)];
  }
}

function headingOf(token: Tokens.Heading, place: Place): Block {
  return { kind: 'heading', depth: token.depth, children: inlinesOf(token, place) };
}

function listOf({ ordered, start, items }: Tokens.List, place: Place): Block {
  return {
    kind: 'list',
    ordered,
    start: start === '' ? 1 : start,
    items: items.map(({ tokens }) => blocksOf(tokens, within(place))),
  };
}

function tableOf({ header, rows }: Tokens.Table, place: Place): Block {
  const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlinesOf(cell, place));
  return { kind: 'table', head: cells(header), rows: rows.map(cells) };
}

function inlinesOf(
  { tokens, text }: { readonly tokens?: readonly Token[]; readonly text: string },
  place: Place,
): Inline[] {
  return tokens?.flatMap((token) => inlineOf(token, place)) ?? [plain(text)];
}

function inlineOf(token: Token, place: Place): Inline[] {
  if (place.depth > DEEPEST) return [plain(token.raw)];
  switch (token.type) {
    case 'br':
      return [{ kind: 'break' }];
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, children: inlinesOf(token as Tokens.Strong, within(place)) }];
    case 'link':
      return [linkOf(token as Tokens.Link, place)];
    case 'text':
      return inlinesOf(token as Tokens.Text, within(place));
    case 'escape':
      return [plain((token as Tokens.Escape).text)];
    default:
      return [plain(token.raw)];
  }
}

function linkOf(token: Tokens.Link, place: Place): Inline {
  const page = place.pageOf(token.href);
  const address = page ? null : webAddress(token.href);
  if (!page && address === null) return plain(token.raw);
  const children = inlinesOf(token, within(place));
  return page
    ? { kind: 'page', ...page, children }
    : { kind: 'link', address: address ?? '', children };
}

/** As the browser will take it; null for everything that is no page. */
function webAddress(href: string): string | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** Line breaks of the source are blanks here; those that are meant are `break`. */
function plain(text: string): Inline {
  return { kind: 'text', text: text.replaceAll(/[ \t]*\n[ \t]*/g, ' ') };
}

function written(raw: string): Block {
  return { kind: 'code', text: raw.trimEnd() };
}

/** What a reader sees of it, to tell whether a link says where it leads. */
export function plainTextOf(children: readonly Inline[]): string {
  return children
    .map((inline) => {
      if (inline.kind === 'break') return ' ';
      return 'text' in inline ? inline.text : plainTextOf(inline.children);
    })
    .join('');
}

/** What a reader sees of a text, in one line: for those who hear it. */
export function spokenText(text: string, links?: MarkdownLinks): string {
  return spokenBlocks(markdownBlocks(text, links)).replaceAll(/\s+/g, ' ').trim();
}

/** The same of what is parsed already, its spaces as they come. */
export function spokenBlocks(blocks: readonly Block[]): string {
  return blocks.map(spokenBlock).join(' ');
}

function spokenBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainTextOf(block.children);
    case 'code':
      return block.text;
    case 'list':
      return block.items.map((item) => `${spokenBlocks(item)};`).join(' ');
    case 'quote':
      return spokenBlocks(block.blocks);
    case 'table':
      return block.rows.map((row) => `${row.map(plainTextOf).join(', ')};`).join(' ');
    case 'rule':
      return '';
  }
}
