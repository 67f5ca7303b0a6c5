import { Lexer, Tokenizer, type Token, type Tokens } from 'marked';

/** What may stand in a line. Addresses are http or https, and nothing else. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly children: readonly Inline[] }
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

/**
 * Markdown of a model as data: a small part of the language, made of elements of ours. Raw HTML,
 * pictures and definitions of links are text like any other; nothing of it disappears.
 */
export function markdownBlocks(text: string, links = true): Block[] {
  if (text.length > LONGEST) return [written(text)];
  try {
    const tokenizer = links ? new Tokenizer() : new Unlinked();
    return blocksOf(new Lexer({ gfm: true, tokenizer }).lex(text), 0);
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

function blocksOf(tokens: readonly Token[], depth: number): Block[] {
  return tokens.flatMap((token) => blockOf(token, depth));
}

function blockOf(token: Token, depth: number): Block[] {
  if (depth > DEEPEST) return [written(token.raw)];
  switch (token.type) {
    case 'space':
      return [];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }];
    case 'heading':
      return [{ kind: 'heading', children: inlinesOf(token as Tokens.Heading, depth) }];
    case 'paragraph':
    case 'text':
      return [{ kind: 'paragraph', children: inlinesOf(token as Tokens.Text, depth) }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf((token as Tokens.Blockquote).tokens, depth + 1) }];
    case 'list':
      return [listOf(token as Tokens.List, depth)];
    case 'table':
      return [tableOf(token as Tokens.Table, depth)];
    default:
      return [written(token.raw)];
  }
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): Block {
  return {
    kind: 'list',
    ordered,
    start: start === '' ? 1 : start,
    items: items.map(({ tokens }) => blocksOf(tokens, depth + 1)),
  };
}

function tableOf({ header, rows }: Tokens.Table, depth: number): Block {
  const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlinesOf(cell, depth));
  return { kind: 'table', head: cells(header), rows: rows.map(cells) };
}

function inlinesOf(
  { tokens, text }: { readonly tokens?: readonly Token[]; readonly text: string },
  depth: number,
): Inline[] {
  return tokens?.flatMap((token) => inlineOf(token, depth)) ?? [plain(text)];
}

function inlineOf(token: Token, depth: number): Inline[] {
  if (depth > DEEPEST) return [plain(token.raw)];
  switch (token.type) {
    case 'br':
      return [{ kind: 'break' }];
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, children: inlinesOf(token as Tokens.Strong, depth + 1) }];
    case 'link':
      return [linkOf(token as Tokens.Link, depth)];
    case 'text':
      return inlinesOf(token as Tokens.Text, depth + 1);
    case 'escape':
      return [plain((token as Tokens.Escape).text)];
    default:
      return [plain(token.raw)];
  }
}

function linkOf(token: Tokens.Link, depth: number): Inline {
  const address = webAddress(token.href);
  if (address === null) return plain(token.raw);
  return { kind: 'link', address, children: inlinesOf(token, depth + 1) };
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
export function spokenText(text: string): string {
  return spokenBlocks(markdownBlocks(text)).replaceAll(/\s+/g, ' ').trim();
}

function spokenBlocks(blocks: readonly Block[]): string {
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
