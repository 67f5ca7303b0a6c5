const KIB = 1024;
const MIB = 1024 * KIB;

/** What one conversation may cost. Characters of JSON unless the name says otherwise. */
export const CHAT_COST = {
  /** Of one result as the model reads it; longer texts in it are cut, visibly. */
  result: 512 * KIB,
  /** Of a picture, which cannot be cut. */
  picture: 6 * MIB,
  /** Of one result as people see it in events and answers. */
  shownResult: 64 * KIB,
  /** Of a conversation's results that are read in each round, more than any model is shown. */
  results: 16 * MIB,
  /** Of one entry, before others get their turn. */
  parsedAtOnce: 256 * KIB,
  /** Characters of an entry that searches look at. */
  words: 100_000,
  /** Events read from the database in one go, and kept for one reader who falls behind. */
  eventPage: 200,
  /** Of these, held for each reader until they are taken. */
  eventPageCharacters: MIB,
  eventsBehind: 256,
  /** Rows of a deleted conversation that one job deletes: other writes come in between. */
  erasedAtOnce: 500,
  /** Streams of events of one token. */
  streamsPerToken: 64,
  /** Callers whose last answer is remembered. */
  shown: 10_000,
} as const;

export const CHAT_TIMES = {
  /** Between two signs of life on a stream; a reader who took nothing since the last is dropped. */
  heartbeatMs: 15_000,
} as const;
