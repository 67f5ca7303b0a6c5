import type { AgentctlManagedConfig } from '@kenny/contract/agentctl';
import type { Clock } from '@kenny/kernel';
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { LastWords, listeningAddress } from './first-line.js';
import { MARKER_VARIABLE } from './marker.js';
import type { Carrier } from './sidecar.js';

export interface Started {
  readonly carrier: Carrier;
  readonly base_url: string;
}

export interface AgentctlProcess {
  /** The bundled program. */
  readonly file: string;
  readonly config: AgentctlManagedConfig;
  readonly marker: string;
  readonly path: readonly string[];
  readonly clear: () => Promise<void>;
}

/**
 * Starts agentctl as a child whose stdin is its lifeline: when the server is gone, however it went,
 * that ends. What it needs to know comes by the same way, so neither arguments nor environment tell.
 * @throws Error in words
 */
export async function startAgentctl(
  { file, config, marker, path, clear }: AgentctlProcess,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Started> {
  const child = spawn(process.execPath, [file, '--managed'], {
    cwd: '/',
    env: { PATH: path.join(':'), [MARKER_VARIABLE]: marker },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Before it has children, who inherit it: PCs and people come before an agent at work.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = new LastWords();
  child.stderr.on('data', (chunk: Buffer) => said.add(chunk));
  // One that is gone says so by its end.
  child.stdin.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said.add(error.message);
      resolve();
    });
    child.once('close', () => resolve());
  });
  const carrier: Carrier = {
    ...{ gone, clear },
    release: () => child.stdin.end(),
    kill: () => void child.kill('SIGKILL'),
    lastWords: () => said.toString(),
  };
  try {
    child.stdin.write(`${JSON.stringify(config)}\n`);
    const until = { gone, clock, ...(signal && { signal }) };
    return { carrier, base_url: await listeningAddress(child.stdout, until) };
  } catch (error) {
    child.kill('SIGKILL');
    await gone;
    await clear();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`agentctl did not start: ${said.toString() || why}`, { cause: error });
  }
}
