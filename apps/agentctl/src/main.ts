import { AGENTCTL_TIMES, type AgentctlListening } from '@kenny/contract/agentctl';
import { systemClock } from '@kenny/kernel';
import {
  ConfigProblems,
  fromEnvironment,
  managedConfig,
  type AgentctlConfig,
} from './config/index.js';
import { messageOf } from './errors/error-code.js';
import { jsonLog } from './logging/log.js';
import { Sidecar } from './sidecar.js';
import { firstLine } from './stdin-line.js';

const USAGE = `agentctl runs one ACP agent and serves it over HTTP.

  agentctl            configured by the variables AGENTCTL_* (docs/guides/agentctl.md)
  agentctl --managed  configured by one line of JSON on stdin, whose end ends it
`;
const EXIT = { usage: 2, failed: 1 };

const print = (line: string): void => {
  process.stderr.write(line);
};

async function main(args: readonly string[]): Promise<void> {
  const managed = args.length === 1 && args[0] === '--managed';
  if (args.length > 0 && !managed) {
    print(USAGE);
    process.exitCode = args[0] === '--help' ? 0 : EXIT.usage;
    return;
  }
  if (process.platform === 'win32')
    throw new ConfigProblems(['agentctl runs on Linux and macOS only']);
  // Whoever reads them may be gone; the end of stdin says so.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const config = managed
    ? managedConfig(await firstLine(process.stdin, systemClock))
    : fromEnvironment(process.env, process.cwd());
  await run(config, managed);
}

async function run(config: AgentctlConfig, managed: boolean): Promise<void> {
  const log = jsonLog(config.logLevel, systemClock, print);
  const sidecar = new Sidecar(config, { clock: systemClock, log });
  let ending = false;
  const end = (why: string): void => {
    if (ending) return;
    ending = true;
    log.info('agentctl ends', { why });
    systemClock.setTimer(() => process.exit(EXIT.failed), AGENTCTL_TIMES.endMs);
    void sidecar.end().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal));
  if (managed) {
    for (const event of ['end', 'close', 'error'])
      process.stdin.once(event, () => end('stdin ended'));
    if (process.stdin.readableEnded) end('stdin ended');
  }
  const listening: AgentctlListening = { listening: await sidecar.listen() };
  if (managed) process.stdout.write(`${JSON.stringify(listening)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const problems = error instanceof ConfigProblems ? error.problems : [messageOf(error)];
  print(`agentctl cannot start:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  process.exit(EXIT.failed);
});
