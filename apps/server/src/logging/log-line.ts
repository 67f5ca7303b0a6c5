/**
 * Characters that would forge a line, move a terminal's cursor or turn text around: C0 and C1
 * controls, DEL, line separators, bidirectional marks.
 */
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The same text with unsafe characters spelled out (`\u001b`); never changes the line count. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A line of JSON whose texts are safe in a terminal too. JSON spells out C0 controls by itself;
 * the others are left and can only stand inside texts, where this spelling means the same.
 */
export function escapeJsonLine(line: string): string {
  const end = line.endsWith('\n') ? '\n' : '';
  return escapeControls(line.slice(0, line.length - end.length)) + end;
}

const COLOURS: Readonly<Record<string, string>> = {
  error: '31',
  warn: '33',
  debug: '2',
  trace: '2',
};

/** A short line for a person at a terminal, made from pino's JSON. */
export function humanLine(json: string): string {
  const { level, time, context, msg, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const clock = typeof time === 'string' ? time.slice(11, 23) : '';
  const fields = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const parts = [clock, asWord(level).padEnd(5), asWord(context), asWord(msg), ...fields];
  const text = escapeControls(parts.filter(Boolean).join(' '));
  const colour = COLOURS[asWord(level)];
  return colour ? `\u001b[${colour}m${text}\u001b[0m\n` : `${text}\n`;
}

const asWord = (value: unknown): string => (typeof value === 'string' ? value : '');
