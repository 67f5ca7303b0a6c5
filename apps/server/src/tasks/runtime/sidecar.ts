import { AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import { isObject, type Clock } from '@kenny/kernel';
import { AgentctlClient } from './agentctl-client.js';
import { openAgentLink, type ExitNotice } from './agent-link.js';
import type { AcpLink, AgentExit, LaunchedAgent, LaunchWorkspace } from './launched-agent.js';

/** What agentctl runs in: a process of this machine, or a container. */
export interface Carrier {
  /** Settles when all of it is gone. */
  readonly gone: Promise<void>;
  /** Lets go of agentctl, which then ends the agent and itself. */
  release(): void;
  /** Ends all of it at once. */
  kill(): void | Promise<void>;
  /** What agentctl itself said last. */
  lastWords(): string;
  /** Takes away what was made for it, once it is gone. */
  clear(): Promise<void>;
}

export interface SidecarFacts {
  readonly base_url: string;
  readonly token: string;
  readonly workspace: LaunchWorkspace;
  readonly sandboxed: boolean;
  readonly marker: string;
  readonly shares_loopback: boolean;
  readonly mcp_bridge: string | null;
  readonly notes: readonly string[];
}

/** Agentctl takes that long at most to end its agent and itself (and a little). */
const END_MS = 2 * AGENTCTL_TIMES.lastStepMs + AGENTCTL_TIMES.drainMs + 2_000;
const LAST_LINES = 20;
const LONGEST_WORDS = 2_000;

/** One agentctl that the server has started, and the agent that it runs. */
export class Sidecar implements LaunchedAgent {
  readonly base_url: string;
  readonly token: string;
  readonly workspace: LaunchWorkspace;
  readonly sandboxed: boolean;
  readonly marker: string;
  readonly shares_loopback: boolean;
  readonly mcp_bridge: string | null;
  readonly notes: readonly string[];
  readonly ended: Promise<AgentExit>;
  private readonly client: AgentctlClient;
  private settle: (exit: AgentExit) => void = () => undefined;
  private disposal: Promise<void> | undefined;
  /** Agentctl is asked for the last lines before it goes. */
  private asking: Promise<void> = Promise.resolve();

  constructor(
    facts: SidecarFacts,
    private readonly carrier: Carrier,
    private readonly clock: Clock,
  ) {
    this.base_url = facts.base_url;
    this.token = facts.token;
    this.workspace = facts.workspace;
    this.sandboxed = facts.sandboxed;
    this.marker = facts.marker;
    this.shares_loopback = facts.shares_loopback;
    this.mcp_bridge = facts.mcp_bridge;
    this.notes = facts.notes;
    this.client = new AgentctlClient(facts.base_url, facts.token);
    this.ended = new Promise((resolve) => (this.settle = resolve));
    void carrier.gone.then(() => {
      this.settle({ exit_code: null, words: joined('agentctl ended', carrier.lastWords()) });
      return this.dispose();
    });
  }

  async openLink(signal?: AbortSignal): Promise<AcpLink> {
    const { client, clock } = this;
    const link = await openAgentLink({ client, clock }, (exit) => this.onExit(exit), signal);
    try {
      await this.client.ask('start', undefined, signal);
      return link;
    } catch (error) {
      link.input.destroy();
      throw error;
    }
  }

  async stop(force: boolean): Promise<void> {
    // Whoever cannot be asked is gone, or is ended by `dispose`.
    await this.client.ask('stop', JSON.stringify({ force })).catch(() => undefined);
  }

  dispose(): Promise<void> {
    return (this.disposal ??= this.end());
  }

  private async end(): Promise<void> {
    await this.asking;
    this.carrier.release();
    const timer = this.clock.setTimer(() => void this.carrier.kill(), END_MS);
    await this.carrier.gone;
    timer.cancel();
    this.client.close();
    await this.carrier.clear();
  }

  private onExit({ exit_code, exit_error }: ExitNotice): void {
    this.asking = this.lastLines().then((lines) => {
      const how =
        exit_error ?? (exit_code === 0 ? 'it ended by itself' : `exit status ${exit_code}`);
      this.settle({ exit_code, words: joined(how, lines) });
    });
  }

  private async lastLines(): Promise<string> {
    const said = await this.client.ask('output').catch(() => null);
    const lines: unknown[] = isObject(said) && Array.isArray(said['lines']) ? said['lines'] : [];
    return lines
      .slice(-LAST_LINES)
      .flatMap((line) => (isObject(line) ? [String(line['content'])] : []))
      .join('\n');
  }
}

function joined(how: string, lines: string): string {
  const said = lines.trim();
  return (said === '' ? how : `${how}; it said last:\n${said}`).slice(0, LONGEST_WORDS);
}
