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

/** What is sent to a model, and how long it is tried. Characters are those of JSON. */
export const MODEL_LIMITS = {
  /** Tokens of one answer. */
  answerTokens: 16_000,
  /** A picture that is longer at one side is refused by the API. */
  pictureSide: 8_000,
  /** Base64 characters of one picture; from 5 MB on the API refuses it. */
  pictureChars: 5_000_000,
  /**
   * A request that says nothing for so long has failed. A model that writes one long argument of a
   * call says nothing until it is whole: some ten thousand tokens fit into it.
   */
  silentMs: 180_000,
  /** What a service says about its own failure, as far as it is shown. */
  wordsChars: 300,
} as const;

/**
 * How much of the tools' results a request carries; the rest is there as a mark that says so. All of
 * it is put into one text of JSON in one go: more would hold up everybody else.
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
 * The first is what is sent; the second is tried when the service refuses the first, so that no
 * single result, and no length, makes a conversation unusable for good.
 */
export const BUDGETS: readonly [Budget, Budget] = [
  { resultChars: 50_000, historyChars: 400_000, pictures: 8, pictureChars: 6_000_000 },
  { resultChars: 8_000, historyChars: 40_000, pictures: 0, pictureChars: 0 },
];

export const RETRIES = {
  /** Requests for one answer, the first among them. */
  attempts: 5,
  /** The first pause; each further one is twice as long, all with jitter. */
  firstMs: 1_000,
  longestMs: 30_000,
  /** A service that asks for more patience than this is not waited for. */
  patienceMs: 60_000,
} as const;
