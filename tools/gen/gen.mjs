import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateAsyncApi } from './asyncapi.mjs';
import { generateContract } from './contract.mjs';
import { describeDenyRules, generateDenyRules, PACKS } from './deny-rules.mjs';
import { generateDocuments } from './documents.mjs';
import { loadedSources } from './load-definitions.mjs';
import { generateMarks } from './mark-tables.mjs';
import { generateProtocol } from './protocol.mjs';
import { hashFile, hashText, isCodeCurrent, replaceFile, writeStamp } from './stamp.mjs';
import { generateVectors } from './vectors.mjs';

/**
 * `npm run gen` writes every generated file. Code that only programs read is not in git: every
 * command that needs it writes it first, with `--code`, when its inputs changed. `--check` compares
 * what is in git and names what is stale.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** In order: the guard's rules read the contract, of which the first makes a part. */
const code = [generateContract, generateDenyRules, generateMarks];
const documents = [
  describeDenyRules,
  generateProtocol,
  generateAsyncApi,
  generateDocuments,
  generateVectors,
];

const codeChanged = await updateCode();
if (!process.argv.includes('--code')) {
  const checkOnly = process.argv.includes('--check');
  const stale = codeChanged.filter((path) => !checkOnly || path === PACKS);
  for (const generate of documents) stale.push(...(await update(await generate(root), checkOnly)));
  if (checkOnly && stale.length > 0) {
    console.error(`stale generated files, run \`npm run gen\`:\n  ${stale.join('\n  ')}`);
    process.exitCode = 1;
  } else {
    console.log(
      checkOnly
        ? 'generated files are current'
        : `written: ${stale.join(', ') || 'nothing changed'}`,
    );
  }
}

async function updateCode() {
  if (isCodeCurrent(root)) return [];
  const tools = (await readdir(join(root, 'tools/gen'))).map((name) => `tools/gen/${name}`);
  const own = ['package-lock.json', ...tools.filter((path) => path.endsWith('.mjs'))];
  const hashes = Object.fromEntries(own.map((path) => [path, hashFile(join(root, path))]));
  const changed = [];
  const outputs = [];
  for (const generate of code) {
    const files = await generate(root);
    changed.push(...(await update(files)));
    outputs.push(...Object.entries(files).map(([path, text]) => [path, hashText(text)]));
  }
  writeStamp(root, { ...hashes, ...Object.fromEntries([...loadedSources, ...outputs]) });
  return changed;
}

/** Paths of the files that were not what they should be. */
async function update(files, checkOnly = false) {
  const stale = [];
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
    stale.push(path);
    if (!checkOnly) replaceFile(file, text);
  }
  return stale;
}
