import type { Command } from 'commander';
import type { Run } from './invocation.js';

export function addDbCommands(program: Command, run: Run): void {
  const db = program.command('db').description('the database of the server on this machine');
  db.command('copy')
    .description('copy everything to the other engine, while no server runs')
    .requiredOption(
      '--to <address>',
      'postgres://user@host/database?schema=kenny (password: PGPASSWORD), or "sqlite" for the data folder',
    )
    .action(({ to }: { to: string }, command: Command) =>
      run(command, async (call) => {
        // Lazy: loads both database engines.
        const { copy } = await import('./local/copy.js');
        return copy(call, to);
      }),
    );
}
