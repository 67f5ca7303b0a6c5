/** What a schema says to people and to programs beside what validators judge. */
export const SCHEMA_HINTS = {
  unit: 'x-unit',
  editor: 'x-editor',
  /** It moves by itself, so that nobody would call a new value a change. */
  volatile: 'x-volatile',
  /** Where a value is found: a `Lookup`. */
  lookup: 'x-lookup',
  /** Values in words, by how JSON writes them; null where one goes without saying. */
  words: 'x-words',
} as const;
