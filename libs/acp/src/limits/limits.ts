/** Everything an agent says is cut to these; a text that was cut says so, nothing else is lost. */
export const ACP_LIMITS = {
  /** Of one line from the agent, in bytes: a longer one is discarded and told as a log event. */
  maxMessageBytes: 16 * 1024 * 1024,
  /** Levels of objects and lists in it. */
  maxDepth: 64,
  /** Characters of one piece of text, of a diff's side and of a terminal's output. */
  textCharacters: 64 * 1024,
  /** Characters of a title, a message of progress, a line of a plan, a description. */
  titleCharacters: 2_000,
  /** Characters of a name, a kind, a status. */
  nameCharacters: 200,
  /** Characters of an id; a longer one is no id, since a cut one would mean another thing. */
  idCharacters: 1_024,
  pathCharacters: 4_096,
  /** Characters of what is kept of an update as it came, of a tool's input and of its output. */
  rawCharacters: 64 * 1024,
  planEntries: 200,
  toolContents: 50,
  /** Characters of all contents of a tool call together. */
  toolCharacters: 256 * 1024,
  locations: 100,
  commands: 200,
  modes: 100,
  authMethods: 20,
  permissionOptions: 32,
  artifacts: 50,
  /** Permissions that wait at once; more are answered `cancelled`. */
  openPermissions: 16,
  /** Calls of tools, and messages, whose turn is remembered. */
  rememberedCalls: 1_000,
  /** Calls of which everything is remembered, for the permissions that they may ask for. */
  recentCalls: 16,
  /** Lines about an agent in the log of this program; the rest is left out, and the last one says so. */
  logLines: 100,
  /** Lines that are no protocol and that nobody has taken yet; more are counted and left out. */
  untakenLines: 64,
  /** Prompts that wait behind the one at work. */
  queuedPrompts: 20,
} as const;

/** How long an agent may take. Real ones needed 12 s for their first answer. */
export const ACP_TIMES = {
  initializeMs: 60_000,
  /** Of silence, not of work: an agent that starts its tools says something now and then. */
  openSessionSilenceMs: 120_000,
  /** For answers that need no model and no tool. */
  answerMs: 30_000,
} as const;
