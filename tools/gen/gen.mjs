import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateContract } from './contract.mjs';
import { generateDenyRules } from './deny-rules.mjs';
import { generateDocuments } from './documents.mjs';
import { generateMarks } from './mark-tables.mjs';
import { generateProtocol } from './protocol.mjs';
import { generateVectors } from './vectors.mjs';

/**
 * `npm run gen` writes every generated file; `--check` only compares and names what is stale.
 * Generators run in order: a later one may read what an earlier one wrote.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const checkOnly = process.argv.includes('--check');
const generators = [
  generateContract,
  generateDenyRules,
  generateMarks,
  generateProtocol,
  generateDocuments,
  generateVectors,
];

const stale = [];
for (const generate of generators) {
  for (const [path, text] of Object.entries(await generate(root))) {
    const file = join(root, path);
    const current = await readFile(file, 'utf8').catch(() => undefined);
    if (current === text) continue;
    stale.push(path);
    if (checkOnly) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
if (checkOnly && stale.length > 0) {
  console.error(`stale generated files, run \`npm run gen\`:\n  ${stale.join('\n  ')}`);
  process.exitCode = 1;
} else {
  console.log(
    checkOnly ? 'generated files are current' : `written: ${stale.join(', ') || 'nothing changed'}`,
  );
}
