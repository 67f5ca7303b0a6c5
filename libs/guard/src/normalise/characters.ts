/** Removed: invisible, and ignored by shells. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- that is the point
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/g;
// eslint-disable-next-line no-control-regex -- line breaks by another name
const LINE_BREAK = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
const BLANK = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const DASH = /[\u2010-\u2015\u2043\u207b\u208b\u2212\u2796\ufe58\ufe63\uff0d]/g;
const SINGLE_QUOTE = /[\u2018-\u201b\u2032\u2035\u02b9\u02bb\u02bc\uff07]/g;
const DOUBLE_QUOTE = /[\u201c-\u201f\u2033\u2036\uff02]/g;
const SLASH = /[\u2044\u2215\u29f8]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const NOT_ASCII = /[^\t\n -~]/;

/**
 * One spelling for characters that look or act alike: PowerShell accepts typographic quotes and
 * dashes, and Windows maps full-width letters to ASCII when it narrows a command line. Lower case.
 * Our own table, because Unicode normalisation is quadratic for long runs of marks.
 */
export function foldCharacters(text: string): string {
  const lower = text.toLowerCase();
  if (!NOT_ASCII.test(lower)) return lower.replace(BLANK, ' ');
  return lower
    .replace(LINE_BREAK, '\n')
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .replace(SINGLE_QUOTE, "'")
    .replace(DOUBLE_QUOTE, '"')
    .replace(SLASH, '/')
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(BLANK, ' ')
    .toLowerCase();
}
