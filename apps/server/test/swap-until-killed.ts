import { finishRestore } from '../src/restore/swap.js';

/** Puts a restored backup in place, and dies at the fault point whose number it is given. */
const [dataDir = '', last = '0'] = process.argv.slice(2);
let seen = 0;
Reflect.set(globalThis, Symbol.for('kenny.fault-point'), (point: string) => {
  if (!point.startsWith('server.restore_')) return;
  seen += 1;
  if (seen === Number(last)) process.kill(process.pid, 'SIGKILL');
});
await finishRestore(dataDir);
