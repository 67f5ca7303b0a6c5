/** Where a key works, in the order of the dialog. */
export const KEY_GROUPS = ['Everywhere', 'Go to', 'Fleet', 'PC', 'Approval', 'Chat'] as const;
export type KeyGroup = (typeof KEY_GROUPS)[number];

export interface KeyLine {
  /** Pressed one after the other, as in `g f`; names of keys that are held have a `+`. */
  readonly keys: string;
  readonly words: string;
  readonly group: KeyGroup;
  /** A character without Ctrl, ⌘ or Alt: can be turned off (WCAG 2.1.4). */
  readonly single?: true;
}

/** Every key of the dashboard but the jumps, which are derived from the navigation. */
export const KEYS = {
  palette: { keys: 'Ctrl+K', words: 'Find a PC, page or command', group: 'Everywhere' },
  search: { keys: '/', words: 'Search this page', group: 'Everywhere', single: true },
  help: { keys: '?', words: 'Show the keys', group: 'Everywhere', single: true },
  close: { keys: 'Esc', words: 'Close, or go back', group: 'Everywhere' },
  choose: { keys: '↑ ↓', words: 'Choose a PC; ↓ also leaves the search', group: 'Fleet' },
  open: { keys: 'Enter', words: 'Open the PC', group: 'Fleet' },
  // On a PC that has the focus only, so that it need not be turned off.
  select: { keys: 'x', words: 'Select the PC', group: 'Fleet' },
  filters: {
    keys: '← →',
    words: 'Choose a filter; Home and End for the first and last',
    group: 'Fleet',
  },
  tool: { keys: 'r', words: 'Run a tool on this PC', group: 'PC', single: true },
  deny: { keys: 'd', words: 'Deny, with a reason', group: 'Approval', single: true },
  later: {
    keys: 'Esc',
    words: 'Decide later, or cancel what you just asked for',
    group: 'Approval',
  },
  send: { keys: 'Enter', words: 'Send', group: 'Chat' },
  line: { keys: 'Shift+Enter', words: 'New line', group: 'Chat' },
} as const satisfies Record<string, KeyLine>;

/** Those that a part of the page carries out. */
export type SingleKey = {
  [name in keyof typeof KEYS]: (typeof KEYS)[name] extends { single: true } ? name : never;
}[keyof typeof KEYS];

const JUMP = 'g';

/** The line of a page that is reached by `g` and a letter. */
export function jumpLine(letter: string, page: string): KeyLine {
  return { keys: `${JUMP} ${letter}`, words: page, group: 'Go to', single: true };
}
