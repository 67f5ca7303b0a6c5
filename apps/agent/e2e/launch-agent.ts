import { type Clock, systemClock } from '@kenny/kernel';
import { encodeBase64 } from '@kenny/handshake/agent';
import { join } from 'node:path';
import { isConnectionConfig, loadConfig, prepareStateFolder } from '../src/config/index.js';
import { NO_FAULTS } from '../src/dispatch/faults.js';
import { openAgentLog } from '../src/logging/index.js';
import { startAgent, type RunningAgent } from '../src/cli/start-agent.js';
import { keyFromSeed, SERVER_SEED, type TestServer } from './test-server.js';

export interface LaunchOptions {
  server: Pick<TestServer, 'address'>;
  /** Below it lie state and switch. */
  folder: string;
  clock?: Clock;
  random?: () => number;
  settings?: Record<string, string>;
  collect?: () => Promise<Record<string, unknown>>;
}

export interface LaunchedAgent extends RunningAgent {
  stateFolder: string;
  controlFile: string;
  printed: string[];
}

/** The whole agent in this process, against a test server whose key it has pinned. */
export async function launchAgent(options: LaunchOptions): Promise<LaunchedAgent> {
  const { server, folder, settings, clock = systemClock, collect = async () => ({}) } = options;
  const stateFolder = join(folder, 'state');
  const { config, problems } = await loadConfig(
    {
      stateDir: stateFolder,
      values: {
        KENNY_SERVER: server.address,
        KENNY_AGENT_ID: 'pc1',
        KENNY_SERVER_PUBKEY: encodeBase64(keyFromSeed(SERVER_SEED).publicKey),
        ...settings,
      },
    },
    {},
  );
  if (problems.length > 0 || !isConnectionConfig(config)) throw new Error(problems.join('; '));
  await prepareStateFolder(stateFolder);
  const printed: string[] = [];
  const log = await openAgentLog({
    folder: join(stateFolder, 'logs'),
    level: 'debug',
    forwardLevel: config.forwardLevel,
    clock,
    print: (line) => printed.push(line),
  });
  const agent = await startAgent(
    config,
    {
      log,
      clock,
      faults: NO_FAULTS,
      collect,
      ...(options.random ? { random: options.random } : {}),
    },
    new AbortController().signal,
  );
  return {
    stateFolder,
    controlFile: config.controlFile,
    printed,
    stop: async () => {
      await agent.stop();
      await log.flush();
    },
  };
}
