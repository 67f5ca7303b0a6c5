import { resolve } from 'node:path';
import { ROOT } from '../run/steps.mjs';
import { buildHandshake, KEY_FOLDER, tellingFaults, wordsOf } from './release-command.mjs';
import { makeReleaseKey } from './release.mjs';

/** `npm run release:key [-- --out <folder>]`: a key that signs agent releases. */
const { values } = wordsOf({ options: { out: { type: 'string', default: KEY_FOLDER } } });

await tellingFaults(async () => {
  await buildHandshake();
  const made = await makeReleaseKey({ root: ROOT, folder: resolve(values.out) });
  console.log(`the private half is ${made.key}: keep a copy where nobody else gets at it`);
  console.log(
    `the public half is ${made.publicKey} (${made.fingerprint}); package agents with it:`,
  );
  console.log(`    npm run package:linux -- --release-key ${made.publicKey}`);
  console.log('a server that has it refuses what others signed, before any PC does:');
  console.log(`    KENNY_RELEASE_PUBKEY=${made.text}`);
});
