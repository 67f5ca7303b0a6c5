import { lookAlikes } from './look-alikes.js';

/**
 * Makes text that came from a PC, a model or another server safe to look at: what is invisible, moves
 * the cursor, turns the reading direction or stacks up becomes a mark (design §5, "What a person
 * sees"). Nothing is dropped, so what a person approves is what they saw.
 */

/**
 * `line`: a name, a reason; line breaks and tabs are marked. `block`: output of a program; they stay.
 * `code`: as `block`, for what is to be approved: trailing and unusual blanks, look-alikes and the
 * joints of emoji are marked as well.
 */
export type VisibleStyle = 'line' | 'block' | 'code';

export type MarkKind =
  /** Moves the cursor, rings, ends a line. */
  | 'control'
  /** Turns the reading direction. */
  | 'bidi'
  /** Takes no room: zero width, variation, tags, fillers. */
  | 'invisible'
  /** A blank that is not the space, or one at the end of a line. */
  | 'blank'
  /** Looks like ASCII and is not. */
  | 'look_alike'
  /** A fifth accent on one letter. */
  | 'stacked'
  /** Half a character, unassigned or for private use. */
  | 'unknown';

export interface Mark {
  readonly kind: MarkKind;
  /** `U+202E` */
  readonly code: string;
  /** How often it stands here in a row; look-alikes are never counted together. */
  readonly count: number;
  /** The ASCII text that a look-alike resembles. */
  readonly like?: string;
}

/** A stretch of text. With a mark, `text` is empty, or the look-alike itself. */
export interface TextPiece {
  readonly text: string;
  readonly mark: Mark | null;
}

const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;
/** A heart that is red and a family of three: harmless, and everybody has them in a name. */
const EMOJI_JOINT = String.raw`(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`;
const STACKED = String.raw`(?<=\p{M}{4})\p{M}`;

const IN_LINE = new RegExp(`(?!${EMOJI_JOINT})[${HIDDEN}]|${STACKED}`, 'gu');
const IN_BLOCK = new RegExp(`(?!${EMOJI_JOINT})(?![\\n\\t])[${HIDDEN}]|${STACKED}`, 'gu');
const IN_CODE = new RegExp(
  // A run of blanks is tried once, from its beginning: anything else is quadratic in its length.
  String.raw`(?![\n\t])[${HIDDEN}]|(?! )\p{Zs}|\u2800|(?<![ \t])[ \t]+(?=\n|$)|${STACKED}`,
  'gu',
);
const HIDDEN_BY: Readonly<Record<VisibleStyle, RegExp>> = {
  line: IN_LINE,
  block: IN_BLOCK,
  code: IN_CODE,
};

const KINDS: readonly [MarkKind, RegExp][] = [
  ['bidi', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  ['blank', /[ \t\u2800]|\p{Zs}/u],
  ['control', /[\p{Cc}\p{Zl}\p{Zp}]/u],
  ['invisible', /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u],
  ['stacked', /\p{M}/u],
];

interface Found {
  readonly at: number;
  readonly char: string;
  readonly kind: MarkKind;
  readonly like?: string;
}

/** The text as pieces, in order, for whoever draws the marks in its own way. */
export function visiblePieces(text: string, style: VisibleStyle = 'line'): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const found of findings(text, style)) {
    if (found.at > end) pieces.push({ text: text.slice(end, found.at), mark: null });
    end = found.at + found.char.length;
    const mark = markOf(found);
    const before = pieces.at(-1)?.mark;
    if (before?.code === mark.code && mark.like === undefined && pieces.length > 0) {
      pieces[pieces.length - 1] = { text: '', mark: { ...before, count: before.count + 1 } };
    } else {
      pieces.push({ text: mark.like === undefined ? '' : found.char, mark });
    }
  }
  if (end < text.length) pieces.push({ text: text.slice(end), mark: null });
  return pieces;
}

/** The text with marks such as `⟨U+202E⟩`; a look-alike stands before its mark. */
export function visibleText(text: string, style: VisibleStyle = 'line'): string {
  return visiblePieces(text, style).map(pieceText).join('');
}

/** One piece as `visibleText` writes it. */
export function pieceText({ text, mark }: TextPiece): string {
  if (!mark) return text;
  return `${text}⟨${mark.code}${mark.count > 1 ? ` ×${mark.count}` : ''}⟩`;
}

/** Letters that run from right to left: without any mark, they turn what stands beside them. */
export function readsRightToLeft(text: string): boolean {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    text,
  );
}

/**
 * What a program printed, without what only a terminal needs: colours and other escape sequences
 * go, and lines end in LF. For reading; never for what is to be approved.
 */
export function plainOutput(text: string): string {
  return text
    .replace(
      // eslint-disable-next-line no-control-regex -- escape sequences begin with control characters
      /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-Z\\^-~]/g,
      '',
    )
    .replaceAll('\r\n', '\n');
}

/** A JSON text that is safe in a terminal: the same value, with what is hidden spelled `\uXXXX`. */
export function visibleJson(json: string): string {
  return json
    .replaceAll('\r', '\n')
    .replace(IN_BLOCK, (char) =>
      [...Array(char.length).keys()]
        .map((unit) => `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`)
        .join(''),
    );
}

function findings(text: string, style: VisibleStyle): Found[] {
  const hidden = [...text.matchAll(HIDDEN_BY[style])].flatMap(({ 0: run, index }) =>
    each(run, index),
  );
  if (style !== 'code') return hidden;
  const taken = new Set(hidden.map(({ at }) => at));
  const alike = lookAlikes(text)
    .filter(({ at }) => !taken.has(at))
    .map((found) => ({ ...found, kind: 'look_alike' as const }));
  return alike.length === 0 ? hidden : [...hidden, ...alike].sort((a, b) => a.at - b.at);
}

/** A match is one character, or a run of blanks. */
function each(run: string, start: number): Found[] {
  let at = start;
  return [...run].map((char) => {
    const found = { at, char, kind: kindOf(char) };
    at += char.length;
    return found;
  });
}

function kindOf(char: string): MarkKind {
  return KINDS.find(([, pattern]) => pattern.test(char))?.[0] ?? 'unknown';
}

function markOf({ char, kind, like }: Found): Mark {
  const point = char.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind, code, count: 1, ...(like === undefined ? {} : { like }) };
}
