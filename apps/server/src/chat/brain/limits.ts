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
