const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of one conversation, in characters of JSON unless the name says otherwise. */
export const CHAT_COST = {
  /** One result as the model reads it; longer texts are cut with a mark. */
  result: 512 * KIB,
  /** A picture, which cannot be cut. */
  picture: 6 * MIB,
  /** One result as people see it in events and answers. */
  shownResult: 64 * KIB,
  /** All results that are read in each round; more than any model is shown. */
  results: 16 * MIB,
  /** Entries longer than this yield to the event loop after parsing. */
  parsedAtOnce: 256 * KIB,
  /** Searched characters of an entry. */
  words: 100_000,
  /** Events per database read. */
  eventPage: 200,
  /** Characters of events per database read; each reader holds as many. */
  eventPageCharacters: MIB,
  eventsBehind: 256,
  /** Entries that one statement copies. */
  copiedAtOnce: 500,
  /** Rows erased per write job, so that other writes get in between. */
  erasedAtOnce: 500,
  /** Open event streams per token. */
  streamsPerToken: 64,
  /** Callers whose last shown approval is remembered. */
  shown: 10_000,
} as const;

export const CHAT_TIMES = {
  /** Stream heartbeat; a reader that took nothing since the last one is dropped. */
  heartbeatMs: 15_000,
} as const;

/** Limits of a request to the model API, in characters of JSON. */
export const MODEL_LIMITS = {
  /** Tokens of one answer. */
  answerTokens: 16_000,
  /** The API refuses pictures with a longer side. */
  pictureSide: 8_000,
  /** Base64 characters of one picture; from 5 MB on the API refuses it. */
  pictureChars: 5_000_000,
  /**
   * A request that is silent for so long has failed. Generous, because a model that writes one long
   * argument says nothing until it is complete: some ten thousand tokens fit into it.
   */
  silentMs: 180_000,
  /** Shown characters of the API's own error message. */
  wordsChars: 300,
} as const;

/**
 * How much of the tools' results a request carries; marks stand for the rest. Bounded, because all of
 * it is encoded in one go and blocks the event loop meanwhile.
 */
export interface Budget {
  /** Of one result. */
  readonly resultChars: number;
  /** Of all results together. */
  readonly historyChars: number;
  readonly pictures: number;
  /** Base64 characters of all pictures together. */
  readonly pictureChars: number;
}

/**
 * The second is tried when the API refuses the first, so that no result and no length makes a
 * conversation unusable for good.
 */
export const BUDGETS: readonly [Budget, Budget] = [
  { resultChars: 50_000, historyChars: 400_000, pictures: 8, pictureChars: 6_000_000 },
  { resultChars: 8_000, historyChars: 40_000, pictures: 0, pictureChars: 0 },
];

/** Summaries of conversations that are too long; characters unless the name says otherwise. */
export const SUMMARY_COST = {
  /** All that one summary is made from. */
  characters: 400_000,
  /** One result in it. */
  resultChars: 2_000,
  /** About what a picture costs. */
  pictureTokens: 1_600,
  /** Tokens that a model takes, where nothing else is known of it. */
  window: 200_000,
  /** Share of the reserve that a summary may have, and that of a turn's beginning. */
  share: { older: 0.8, begun: 0.5 },
} as const;

export const RETRIES = {
  /** Requests per answer, including the first. */
  attempts: 5,
  /** First backoff; doubles each time, with jitter. */
  firstMs: 1_000,
  longestMs: 30_000,
  /** Give up when the API asks for a longer wait. */
  patienceMs: 60_000,
} as const;
