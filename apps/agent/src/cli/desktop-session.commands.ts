import { AGENT_CHILD_COMMANDS, EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { Argument, type Command } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { controlFileFor, serviceStateFolder } from '../config/index.js';
import { windowsFolders } from '../platform/windows/environment.js';
import { ownCommand } from '../platform/own-command.js';
import { SESSION_ACTIONS, type SessionAction } from '../desktop-session/session-protocol.js';
import type { Terminal } from './terminal.js';

type Exit = (code: ExitCode) => void;

/** The helper in a user's desktop session on Windows, and the child processes that deal with it. */
export function addDesktopSessionCommands(program: Command, terminal: Terminal, exit: Exit): void {
  program
    .command(AGENT_CHILD_COMMANDS.session, { hidden: true })
    .option(STAY, 'be the helper, and not only start it')
    .action(async ({ stay }: { stay?: boolean }) => {
      if (stay === true) await beHelper(terminal);
      else await startWithoutWindow();
    });
  program
    .command(AGENT_CHILD_COMMANDS.askSession, { hidden: true })
    .addArgument(new Argument('<action>').choices(SESSION_ACTIONS))
    .action(async (action: SessionAction) => {
      const { askSession } = await import('../desktop-session/ask-session.js');
      const library = await loadLibrary();
      const program = process.execPath;
      const outcome = await askSession({ library, action, program, helperLine: helperLine() });
      terminal.print(JSON.stringify(outcome));
      exit(EXIT_CODES.ok);
    });
  program
    .command(AGENT_CHILD_COMMANDS.endSessions, { hidden: true })
    .argument('<program>')
    .action(async (installed: string) => {
      const { endHelpers } = await import('../desktop-session/end-helpers.js');
      await endHelpers(await loadLibrary(), installed);
    });
}

const STAY = '--stay';

const helperLine = (): string =>
  [process.execPath, ...ownCommand().args, AGENT_CHILD_COMMANDS.session, STAY]
    .map((word) => `"${word}"`)
    .join(' ');

/** Started at a logon we get a console, which closes when we exit; the helper has none. */
async function startWithoutWindow(): Promise<void> {
  const { file, args } = ownCommand();
  const helper = spawn(file, [...args, AGENT_CHILD_COMMANDS.session, STAY], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  await once(helper, 'spawn');
  helper.unref();
}

async function beHelper({ env, stopping }: Terminal): Promise<void> {
  const { runSessionHelper } = await import('../desktop-session/session-helper.js');
  const { systemRoot, programFiles } = windowsFolders(env);
  await runSessionHelper({
    library: await loadLibrary(),
    clock: systemClock,
    controlFile: controlFileFor(serviceStateFolder({ env, platform: process.platform })),
    folders: { systemRoot, programFiles, localAppData: env['LOCALAPPDATA'] },
    stopping,
  });
}

async function loadLibrary() {
  const { loadNativeLibrary } = await import('../platform/windows/native/library.js');
  return loadNativeLibrary();
}
