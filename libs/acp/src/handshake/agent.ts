/** `seed`: protocol version "1.0"; `v1`: ACP 1; `legacy`: lines with a `type`, no JSON-RPC. */
export type Dialect = 'seed' | 'v1' | 'legacy';

export interface AuthMethod {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** It works without a terminal, variables or another program. */
  readonly satisfiable: boolean;
}

export interface AgentCapabilities {
  readonly loadSession: boolean;
  readonly resumeSession: boolean;
  readonly httpMcp: boolean;
  readonly images: boolean;
}

/** What an agent said about itself, cut to `ACP_LIMITS`. */
export interface AgentFacts {
  readonly dialect: Dialect;
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly capabilities: AgentCapabilities;
  readonly authMethods: readonly AuthMethod[];
}
