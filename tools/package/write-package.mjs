import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** A file of a package: `{ name, mode, content }`. */
export const file = (name, content, mode = 0o644) => ({
  name,
  mode,
  content: Buffer.from(content),
});

/** A file that lies beside the code that packs. */
export const own = async (name, mode) => file(name, await readFile(join(HERE, name)), mode);

export const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** The files by their names, and after them their checksums as `sha256sum -c` reads them. */
export function withSums(files, name) {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sums = sorted.map((one) => `${sha256(one.content)}  ${one.name}\n`).join('');
  return [...sorted, file(name, sums)];
}

/**
 * Whatever decides over the bytes of a package: its files, what else goes in, and the code that packs.
 * @param {readonly { name: string, mode: number, content: Buffer }[]} files
 * @param {readonly (string | Buffer)[]} others
 * @param {readonly string[]} code names of files beside this one
 */
export async function digestOfInputs(files, others, code) {
  const hash = createHash('sha256');
  for (const { name, mode, content } of files) hash.update(`${name} ${mode} ${sha256(content)}\n`);
  for (const other of others) hash.update(sha256(other));
  for (const name of ['write-package.mjs', ...code]) hash.update(await readFile(join(HERE, name)));
  return hash.digest('hex');
}

/** The manifest of an earlier package, or undefined: none yet, or a half one, which is made anew. */
export async function readManifest(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** All or nothing: a server that looks meanwhile sees the old package or the new one. */
export async function writePackage(out, files) {
  const fresh = `${out}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const { name, mode, content } of files)
    await writeFile(join(fresh, name), content, { mode });
  await rm(out, { recursive: true, force: true });
  await rename(fresh, out);
}

export const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
