import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSource } from './load-definitions.mjs';
import { protocolTables } from './protocol-tables.mjs';

const DOCUMENT = 'docs/protocol.md';
const MARKED = /(<!-- gen:([a-z0-9_-]+) -->)[\s\S]*?(<!-- \/gen -->)/g;

/** docs/protocol.md with everything between `<!-- gen:… -->` and `<!-- /gen -->` made anew. */
export async function generateProtocol(root) {
  const source = await loadSource(root, 'libs/contract/src/definitions.ts');
  const text = await readFile(join(root, DOCUMENT), 'utf8');
  requireHistory(text, source.PROTOCOL_VERSION);
  const tables = protocolTables(source, await examples(root, source.FRAMES));
  return { [DOCUMENT]: fillTables(text, tables) };
}

/** A version that nobody described is not released (the bump rule). */
export function requireHistory(text, version) {
  if (!text.includes(`- **${version}** –`))
    throw new Error(`${DOCUMENT}: the history says nothing of ${version}`);
}

/** Every table has exactly one place in the document, and every place its table. */
export function fillTables(text, tables, document = DOCUMENT) {
  const unused = new Set(Object.keys(tables));
  const filled = text.replace(MARKED, (_all, open, name, close) => {
    if (!unused.delete(name))
      throw new Error(`${document}: gen:${name} is unknown or stands there twice`);
    return `${open}\n\n${tables[name]}\n\n${close}`;
  });
  if (unused.size > 0) throw new Error(`${document} has no place for: ${[...unused].join(', ')}`);
  const opened = text.match(/<!-- gen:/g)?.length ?? 0;
  if (opened !== Object.keys(tables).length)
    throw new Error(`${document}: a <!-- gen:… --> is not closed`);
  return filled;
}

/** The fixture of each frame is its example: what stands in the document is parsed by both ends. */
async function examples(root, frames) {
  const texts = Object.keys(frames).map(async (type) => [
    type,
    await readFile(join(root, `fixtures/frames/${type}.json`), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(texts));
}
