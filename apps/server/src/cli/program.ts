import { EXIT_CODES, KENNY_VERSION, type ExitCode } from '@kenny/contract/client';
import { Command, CommanderError } from 'commander';
import { addAgentCommands } from './agent.command.js';
import { addAlertCommands } from './alert.command.js';
import { addApprovalsCommands } from './approvals.command.js';
import { addAuditCommands } from './audit.command.js';
import { addBackupCommands } from './backup.command.js';
import { addCompletionCommand } from './completion.command.js';
import { addDbCommands } from './db.command.js';
import { addDoctorCommand } from './doctor.command.js';
import { outputTrouble } from './errors.js';
import { Invocation, type Globals, type Run } from './invocation.js';
import { processIo, type CliIo } from './io.js';
import { addPolicyCommands } from './policy.command.js';
import { printError } from './print-error.js';
import { addReleaseCommands } from './release.command.js';
import { addRpcCommand } from './rpc.command.js';
import { addServeCommand } from './serve.command.js';
import { addTaskCommands } from './task.command.js';
import { addTokenCommands } from './token.command.js';
import { addToolCommands } from './tool.command.js';

/** Runs one command line; resolves with the exit code (design §4.1). Never rejects. */
export async function runCli(argv: readonly string[], io: CliIo = processIo()): Promise<number> {
  let code: ExitCode = EXIT_CODES.ok;
  const run: Run = async (command, work) => {
    code = await work(new Invocation(io, command.optsWithGlobals<Globals>()));
  };
  const json = argv.includes('--json');
  try {
    await buildProgram(io, json, run).parseAsync(argv, { from: 'user' });
    await allWritten(io);
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.ok;
    return printError(error, io, json);
  }
}

/** Fails when the output could not be written; a reader that closed early (`| head`) is fine. */
async function allWritten({ out, readerGone }: CliIo): Promise<void> {
  // `kenny rpc` ends it itself, once all is written.
  if (!out.writableEnded) await new Promise<void>((resolve) => out.write('', () => resolve()));
  const trouble = outputTrouble(readerGone);
  if (trouble) throw trouble;
}

function buildProgram(io: CliIo, json: boolean, run: Run): Command {
  const program = new Command('kenny')
    .description('Self-hosted care for a fleet of PCs; a human approves every change.')
    .version(KENNY_VERSION)
    .option('--json', 'the answer of the server as JSON; errors as JSON on standard error')
    .option('--url <address>', 'address of the server (default: KENNY_URL, http://127.0.0.1:8000)')
    .option('--insecure', 'allow a server beyond this machine without TLS')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void io.out.write(text),
      // With --json there is only the error object.
      writeErr: (text) => void (json || io.err.write(text)),
    })
    .exitOverride();
  addServeCommand(program, run);
  addAgentCommands(program, run);
  addTokenCommands(program, run);
  addToolCommands(program, run);
  addApprovalsCommands(program, run);
  addTaskCommands(program, run);
  addReleaseCommands(program, run);
  addPolicyCommands(program, run);
  addAuditCommands(program, run);
  addAlertCommands(program, run);
  addRpcCommand(program, run);
  addDoctorCommand(program, run);
  addDbCommands(program, run);
  addBackupCommands(program, run);
  addCompletionCommand(program, run);
  pointToHelp(program, 'kenny');
  return program;
}

/** After a usage error: the usage line and a pointer to --help. */
function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`Usage: ${path} ${command.usage()}\nMore:  ${path} --help`);
  for (const child of command.commands) pointToHelp(child, `${path} ${child.name()}`);
}
