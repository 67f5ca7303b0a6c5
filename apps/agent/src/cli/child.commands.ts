import { AGENT_CHILD_COMMANDS, EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { Argument, type Command } from 'commander';
import { errorText } from '../errors/error-code.js';
import type { enterJob } from '../platform/windows/native/job.js';
import type { SessionPicture } from '../screen/picture-result.js';
import { addDesktopSessionCommands } from './desktop-session.commands.js';
import type { Terminal } from './terminal.js';

/**
 * Child processes of the service: on Windows for native calls, where a crash ends the child and not
 * the service; on Linux for screenshots as the user. Hidden in the help.
 */
export function addChildCommands(
  program: Command,
  terminal: Terminal,
  exit: (code: ExitCode) => void,
): void {
  program
    .command(AGENT_CHILD_COMMANDS.collect, { hidden: true })
    .requiredOption('--parts <names>', 'what to read, separated by commas')
    .action(async ({ parts }: { parts: string }) => {
      const { collectParts } = await import('../platform/windows/native/collect-parts.js');
      const { loadNativeLibrary } = await import('../platform/windows/native/library.js');
      await collectParts(parts.split(','), loadNativeLibrary, (line) => terminal.print(line));
      exit(EXIT_CODES.ok);
    });
  addDesktopSessionCommands(program, terminal, exit);
  program
    .command(AGENT_CHILD_COMMANDS.picture, { hidden: true })
    .addArgument(new Argument('<kind>').choices(['x11', 'wayland']))
    .action(async (kind: 'x11' | 'wayland') => {
      const screen = await import('../screen/linux/take-picture.js');
      const { tellPerson } = await import('../screen/linux/tell-person.js');
      try {
        const picture = await screen.takePicture(kind, terminal.env);
        const person_told = await tellPerson({ env: terminal.env, taken: new Date() });
        const sent: SessionPicture = { image_b64: picture.toString('base64'), person_told };
        terminal.print(JSON.stringify(sent));
      } catch (error) {
        terminal.complain(errorText(error));
        exit(error instanceof screen.NoScreenTool ? screen.NO_TOOL_EXIT : EXIT_CODES.failed);
      }
    });
  program
    .command(AGENT_CHILD_COMMANDS.lock, { hidden: true })
    .argument('<folder>')
    .action(async (folder: string) => {
      const { lockTree } = await import('../platform/windows/native/lock-tree.js');
      const { loadNativeLibrary } = await import('../platform/windows/native/library.js');
      lockTree(loadNativeLibrary(), folder);
      exit(EXIT_CODES.ok);
    });
  program
    .command(AGENT_CHILD_COMMANDS.inJob, { hidden: true })
    .argument('<file>')
    .argument('[args...]')
    .action(async (file: string, args: string[]) => {
      const job = await import('../platform/windows/native/job.js');
      const leaveJob = await enterIfPossible(job.enterJob);
      const code = await job.runHere(file, args, (line) => terminal.complain(line));
      leaveJob();
      // The program's own exit code; its output is printed already.
      process.exit(code);
    });
}

/** Without a job the program still runs; its tree is then ended process by process. */
async function enterIfPossible(enter: typeof enterJob): Promise<() => void> {
  const { loadNativeLibrary } = await import('../platform/windows/native/library.js');
  try {
    return enter(loadNativeLibrary());
  } catch {
    return () => undefined;
  }
}
