import { faults } from './faults.mjs';

/** On programs that are built already. */
process.exitCode = await faults(process.argv.slice(2));
