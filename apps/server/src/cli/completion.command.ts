import { EXIT_CODES } from '@kenny/contract/client';
import { Argument, type Command } from 'commander';
import { commandTree } from './completion/command-tree.js';
import { completionScript, SHELLS, type Shell } from './completion/shell-scripts.js';
import type { Run } from './invocation.js';

export function addCompletionCommand(program: Command, run: Run): void {
  program
    .command('completion')
    .description('what a shell needs to complete the words of this program')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .action((shell: Shell, _: object, command: Command) =>
      run(command, ({ io }) => {
        io.out.write(completionScript(shell, commandTree(program)));
        return Promise.resolve(EXIT_CODES.ok);
      }),
    );
}
