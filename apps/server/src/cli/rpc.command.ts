import type { Command } from 'commander';
import type { Run } from './invocation.js';

export function addRpcCommand(program: Command, run: Run): void {
  program
    .command('rpc')
    .description('speak JSON-RPC on standard input and output, for editors (docs/guides/rpc.md)')
    .option('--embedded', 'run the server in this process, on its data folder')
    .action(({ embedded }: { embedded?: boolean }, command: Command) =>
      run(command, async ({ io, globals }) => {
        // Lazy: no other command needs it.
        const { EmbeddedServer, namedServer, runRpc } = await import('./rpc/run-rpc.js');
        if (embedded !== true) return runRpc(io, namedServer(io, globals));
        const server = new EmbeddedServer(io);
        try {
          return await runRpc(io, server.destination);
        } finally {
          await server.close();
        }
      }),
    );
}
