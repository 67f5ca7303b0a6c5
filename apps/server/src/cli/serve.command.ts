import type { Command } from 'commander';
import type { Run } from './invocation.js';
import { keepYoungSmall } from './young-generation.js';

export function addServeCommand(program: Command, run: Run): void {
  program
    .command('serve')
    .description('run the server in the foreground; settings come from KENNY_* variables')
    .action((_: object, command: Command) =>
      run(command, async (call) => {
        keepYoungSmall();
        // Lazy: no other command needs the server's code.
        const { serve } = await import('./local/serve.js');
        return serve(call);
      }),
    );
}
