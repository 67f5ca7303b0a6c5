import type { LogLevel } from '../logging/log.js';
import type { AgentCommand } from '../process/supervisor.js';

/** Frozen; nothing else reads the environment or stdin. */
export interface AgentctlConfig {
  readonly host: string;
  readonly port: number;
  /** Every route asks for it; without one, only loopback is served. */
  readonly token: string | undefined;
  readonly command: AgentCommand;
  readonly autoStart: boolean;
  readonly logLevel: LogLevel;
  readonly outputLines: number;
}

/** All that is wrong with a configuration, one sentence each. */
export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
