import type { Readable, Writable } from 'node:stream';

/** The raw line to an agent: a message in each line, both ways. Both streams end with the agent. */
export interface AcpLink {
  readonly input: Readable;
  readonly output: Writable;
}

export interface AgentExit {
  /** Null when nobody could see it. */
  readonly exit_code: number | null;
  /** How it ended and what it said last, for a person. */
  readonly words: string;
}

export interface LaunchWorkspace {
  /** On the server's disk. */
  readonly host: string;
  /** Where it lies for the agent. */
  readonly cwd: string;
  readonly git: { readonly branch: string } | null;
}

/** An agent whose agentctl is there; its own process starts with the link. */
export interface LaunchedAgent {
  readonly base_url: string;
  readonly token: string;
  readonly workspace: LaunchWorkspace;
  readonly sandboxed: boolean;
  /** How what is left of it is found after a crash of the server. */
  readonly marker: string;
  /** Whether 127.0.0.1 is for the agent what it is for the server. */
  readonly shares_loopback: boolean;
  /**
   * The program that speaks MCP over stdio for an agent that has no HTTP, as the agent sees it; an
   * image of an agent has none.
   */
  readonly mcp_bridge: string | null;
  /** What of the type's limits this machine cannot keep, in words. */
  readonly notes: readonly string[];
  /** Settles once and never rejects. */
  readonly ended: Promise<AgentExit>;
  /** Starts the agent. Its messages come in order and without loss, or the input ends in an error. */
  openLink(signal?: AbortSignal): Promise<AcpLink>;
  /** Ends the agent: its input first; `force` begins with a signal. */
  stop(force: boolean): Promise<void>;
  /** Ends the agent and all that was started for it; asked again, the same end. */
  dispose(): Promise<void>;
}

/** A duplex for the client of the protocol; starts the agent. */
export function agentctlLink(agent: LaunchedAgent, signal?: AbortSignal): Promise<AcpLink> {
  return agent.openLink(signal);
}
