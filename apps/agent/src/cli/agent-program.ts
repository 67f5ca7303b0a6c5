import { EXIT_CODES, PROTOCOL_VERSION, SERVICE_NAME, type ExitCode } from '@kenny/contract/agent';
import { Argument, Command, CommanderError } from 'commander';
import { arch } from 'node:os';
import { AGENT_BUILD } from '../config/build.js';
import { errorText } from '../errors/error-code.js';
import { thisOs } from '../platform/this-os.js';
import { openUpdates } from '../update/open-updates.js';
import { CommandFailure } from './command-failure.js';
import { addChildCommands } from './child.commands.js';
import { RUN_COMMAND } from './command-names.js';
import { addConfigOptions, configOf, connectionConfigOf } from './config-options.js';
import { enrollAgent } from './enroll.command.js';
import { installAgent, setDamagedConfigAside } from './install.command.js';
import { readInstallerSettings } from './installer-settings.js';
import { SWITCH_ACTIONS, turnRemoteControl, type SwitchAction } from './remote-control.command.js';
import { mustBeRoot } from './root-only.js';
import { runAgent } from './run.command.js';
import { printStatus } from './status.command.js';
import { printTelemetry } from './telemetry.command.js';
import type { Terminal } from './terminal.js';
import { uninstallAgent } from './uninstall.command.js';

type Values = Readonly<Record<string, unknown>>;
type Exit = (code: ExitCode) => void;

/**
 * Runs one command line and returns its exit code (design §4.1). Failures are sentences on standard
 * error, never a stack trace.
 */
export async function runProgramLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  let exit: ExitCode = EXIT_CODES.ok;
  const program = buildProgram(terminal, (code) => (exit = code));
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exit;
  } catch (error) {
    return explain(error, terminal);
  }
}

function explain(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage;
  }
  if (error instanceof CommandFailure) {
    for (const line of error.lines) terminal.complain(`${SERVICE_NAME}: ${line}`);
    return error.exit;
  }
  terminal.complain(`${SERVICE_NAME}: ${errorText(error)}`);
  return EXIT_CODES.failed;
}

function buildProgram(terminal: Terminal, exit: Exit): Command {
  const program = new Command(SERVICE_NAME)
    .description('kenny on this PC: reports its health and runs one tool at a time when asked')
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
    });
  addConnecting(program, terminal, exit);
  addService(program, terminal, exit);
  addLocal(program, terminal, exit);
  addChildCommands(program, terminal, exit);
  return program;
}

function addConnecting(program: Command, terminal: Terminal, exit: Exit): void {
  addConfigOptions(program.command(RUN_COMMAND))
    .description('connect to the server and stay connected')
    .action(async (values: Values) => {
      // Before anything else: a new version that fails at its configuration must be rolled back
      // too.
      const { updates, restart } = await openUpdates(terminal.env);
      if (restart) return exit(EXIT_CODES.restart);
      exit(await runAgent(await connectionConfigOf(values, terminal), terminal, updates));
    });
  addConfigOptions(program.command('enroll'))
    .description('register the key of this PC with the server, using its one-time token')
    .option('--new-key', 'make a new key, for a rotation')
    .action(async (values: Values) => {
      const config = await connectionConfigOf(values, terminal);
      exit(await enrollAgent(config, values['newKey'] === true, terminal));
    });
}

function addService(program: Command, terminal: Terminal, exit: Exit): void {
  addConfigOptions(program.command('install'))
    .description('run as a service, now and at every start; run it again to repair')
    .option('--settings <file>', 'what the archive of an installer link brought along')
    .action(async (values: Values) => {
      await mustBeRoot('install', terminal);
      const aside = await setDamagedConfigAside(terminal);
      if (aside !== undefined) terminal.complain(aside);
      const file = values['settings'];
      const brought = typeof file === 'string' ? await readInstallerSettings(file) : undefined;
      const config = await connectionConfigOf(values, terminal, brought);
      const insecure = values['insecure'] === true || brought?.insecure === true;
      exit(await installAgent(config, insecure, terminal));
    });
  program
    .command('uninstall')
    .description('remove the service, its program and its key; the kill switch stays')
    .action(async () => exit(await uninstallAgent(terminal)));
}

function addLocal(program: Command, terminal: Terminal, exit: Exit): void {
  const ownFolder = (values: Values): boolean => values['stateDir'] !== undefined;
  addConfigOptions(program.command('remote-control'))
    .description('allow or forbid changes to this PC; reads always work')
    .addArgument(new Argument('[action]').choices(SWITCH_ACTIONS).default('status'))
    .option('--json', 'as JSON')
    .action(async (action: SwitchAction, values: Values) => {
      const config = await configOf(values, terminal);
      const options = { json: values['json'] === true, ownFolder: ownFolder(values) };
      exit(await turnRemoteControl(action, config, options, terminal));
    });
  addConfigOptions(program.command('status'))
    .description('show what this PC knows of its agent')
    .option('--json', 'as JSON')
    .action(async (values: Values) => {
      const config = await configOf(values, terminal);
      const options = { json: values['json'] === true, ownFolder: ownFolder(values) };
      exit(await printStatus(config, options, terminal));
    });
  program
    .command('telemetry')
    .description('read this PC once and print it')
    .option('--section <name...>', 'only these sections')
    .option('--json', 'the whole snapshot as JSON')
    .action(async ({ section, json }: { section?: string[]; json?: boolean }) => {
      exit(await printTelemetry({ sections: section ?? [], json: json === true }, terminal));
    });
  program
    .command('version')
    .description('show the version')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => printVersion(json === true, terminal));
}

/** `version`: what an update checks before it swaps files. */
function printVersion(json: boolean, terminal: Terminal): void {
  const facts = {
    name: SERVICE_NAME,
    version: AGENT_BUILD.version,
    protocol: PROTOCOL_VERSION,
    os: thisOs(),
    arch: arch(),
    node: process.versions.node,
  };
  if (json) terminal.print(JSON.stringify(facts));
  else terminal.print(`${SERVICE_NAME} ${AGENT_BUILD.version} (protocol ${PROTOCOL_VERSION})`);
}
