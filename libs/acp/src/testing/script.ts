/**
 * What a scripted agent does: `scripted-agent.mjs` runs it as a real program on stdio.
 *
 * Each message that comes runs the steps that `on` has for its method, in any dialect; legacy lines
 * are found under `legacy:<type>`. Steps run one after another while the next message is read, so a
 * prompt that waits hears a cancel. Whatever the script does not cover (a method, one time too many,
 * an answer without a branch) ends the program with 70 and words on stderr.
 *
 * Covered without being told: `initialize`, `session/new`, and
 * `session/cancel` (v1: the prompt at work stops where it is and answers `cancelled`; seed: exit 0);
 * `legacy:control` (exit 0); a legacy agent ignores JSON-RPC. The end of stdin is exit 0.
 *
 * Texts anywhere in a step may hold `{{name}}`: `sessionId`, `text` (of the prompt), `cwd`, `id` (of
 * the request), `i` (of `repeat`), `outcome` (of the last permission), `answer` (of the last request
 * or MCP call, as JSON), `pid`, `out` (of the last `run`), `env.NAME`. A text that is nothing but
 * `{{answer.a.b}}` is the value itself.
 */
export interface AgentScript {
  readonly dialect: 'v1' | 'seed' | 'legacy';
  /** Before anything is read. */
  readonly start?: readonly AgentStep[];
  readonly on?: Readonly<Record<string, Turns>>;
  /** Into the answer to `initialize` that is given without being told; `agentCapabilities` too. */
  readonly agent?: Readonly<Record<string, unknown>>;
  /** What it does not react to; a deaf one has to be killed. */
  readonly deafTo?: readonly ('cancel' | 'SIGTERM' | 'SIGINT' | 'end')[];
  /** Default: a fresh one for each `session/new`. */
  readonly sessionId?: string;
  /** Each message that comes is written there, one JSON a line. */
  readonly heardFile?: string;
}

/** The same steps each time, or others each time. */
export type Turns =
  | readonly AgentStep[]
  | {
      /** First those whose words are in the message, … */
      readonly fits?: readonly (readonly [string, readonly AgentStep[]])[];
      /** … else by how often the method has come. */
      readonly times: readonly (readonly AgentStep[])[];
    };

type Data = Readonly<Record<string, unknown>>;

export type AgentStep =
  /** Answers the request that runs these steps; twice if told twice. */
  | { readonly reply: unknown; readonly withId?: unknown }
  | { readonly replyError: { readonly code: number; readonly message: string; data?: unknown } }
  /** A piece of the agent's message, in the script's dialect. */
  | { readonly text: string }
  | { readonly thought: string }
  /** The `update` of v1, or a seed agent's `{type, data}`; `session` replaces the session's id. */
  | { readonly update: Data; readonly session?: string }
  /** A line without JSON-RPC. */
  | { readonly legacy: { readonly type: string; readonly data?: unknown } }
  | { readonly notify: { readonly method: string; readonly params?: unknown } }
  /** Asks the client and waits for its answer. */
  | { readonly request: { readonly method: string; readonly params?: unknown } }
  /** Asks for a permission; goes on with the steps of the option chosen, of `cancelled` or of `*`. */
  | {
      readonly permission: {
        readonly toolCall: Data;
        readonly options?: readonly Data[];
        readonly session?: string;
      };
      readonly then?: Readonly<Record<string, readonly AgentStep[]>>;
    }
  /** Calls a tool of an MCP server that it was given (the first, or by name), over HTTP or by the
   * program that it was given. Without `tool` it lists the tools. */
  | {
      readonly mcp: { readonly server?: string; readonly tool?: string; arguments?: unknown };
      /** Steps instead of exit 70 when the server refuses. */
      readonly failed?: readonly AgentStep[];
    }
  /** These very bytes, and a line end unless `end` says otherwise. */
  | { readonly raw: string; readonly end?: string }
  /** A line of so many bytes: an update with a text, or junk. */
  | { readonly long: number; readonly junk?: boolean }
  | { readonly repeat: number; readonly steps: readonly AgentStep[] }
  | { readonly sleepMs: number }
  /** Until a message of that method has come, since the start of these steps. */
  | { readonly until: string }
  /** Never goes on. */
  | { readonly hang: true }
  | { readonly stderr: string }
  | { readonly exit: number }
  | { readonly killSelf: 'SIGKILL' | 'SIGTERM' | 'SIGSEGV' }
  /** Closes stdout, or stops reading stdin, and lives on. */
  | { readonly close: 'stdout' | 'stdin' }
  /** A child that outlives the agent unless somebody ends it; `file` gets its pid. */
  | { readonly child: { readonly file?: string; readonly ownGroup?: boolean; deaf?: boolean } }
  /** Runs a program and says what it printed (`out`), as hostile agents do. */
  | { readonly run: readonly [string, ...string[]] };

/** The program's exit code when its script does not cover what it was asked. */
export const NOT_IN_THE_SCRIPT = 70;
