import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const FOLDERS = ['apps', 'docs', 'fixtures', 'libs', 'tools'];
const FILES = [
  '.prettierrc.json',
  'README.md',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
];
const NOT_SOURCES = new Set(['bundle', 'dist', 'generated', 'node_modules', 'out-tsc']);
const OWN_PACKAGES = '@kenny';

/**
 * The sources of this workspace in a temporary folder, to try a change on: packages are those of the
 * original, our own libraries are the copies.
 */
export class WorkspaceCopy {
  /** @type {Map<string, { files: number, lines: number }>} */
  #costs = new Map();
  #cost = { files: 0, lines: 0 };

  constructor(root) {
    this.root = mkdtempSync(join(tmpdir(), 'kenny-copy-'));
    for (const folder of FOLDERS)
      cpSync(join(root, folder), join(this.root, folder), {
        recursive: true,
        filter: (path) => !NOT_SOURCES.has(basename(path)),
      });
    for (const file of FILES) cpSync(join(root, file), join(this.root, file));
    linkPackages(join(root, 'node_modules'), join(this.root, 'node_modules'));
    this.before = hashes(this.root);
  }

  /** What is written from here on counts as written by hand for one made-up thing of this recipe. */
  follow(recipe, thing) {
    const key = `${recipe}: ${thing}`;
    this.#cost = this.#costs.get(key) ?? { files: 0, lines: 0 };
    this.#costs.set(key, this.#cost);
  }

  /** What each recipe took by hand: new files, and lines in files that were there. */
  costs() {
    return Object.fromEntries(this.#costs);
  }

  /** A new file. */
  write(path, text) {
    this.#cost.files += 1;
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    this.#put(path, text);
  }

  #put(path, text) {
    writeFileSync(join(this.root, path), text);
  }

  read(path) {
    return readFileSync(join(this.root, path), 'utf8');
  }

  /** Puts lines above the first line that matches; a place that is not there is an error. */
  insertAbove(path, line, ...added) {
    this.#splice(path, line, 0, added);
  }

  /** Puts another line in the place of the first one that matches. */
  replace(path, line, by) {
    this.#splice(path, line, 1, [by]);
  }

  #splice(path, line, removed, added) {
    const lines = this.read(path).split('\n');
    const at = lines.findIndex((text) => line.test(text));
    if (at < 0) throw new Error(`${path} has no line like ${line}`);
    this.#cost.lines += added.length;
    lines.splice(at, removed, ...added);
    this.#put(path, lines.join('\n'));
  }

  /** `npm run gen` in the copy. */
  async generate() {
    const { code, output } = await run(this.root, ['tools/gen/gen.mjs']);
    if (code !== 0) throw new Error(output);
  }

  /** Sources that are new or no longer what they were when the copy was made. */
  changed() {
    const after = hashes(this.root);
    return [...after.keys()].filter((path) => after.get(path) !== this.before.get(path)).sort();
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Links each package; ours are relative links and therefore lead into the copy. */
function linkPackages(from, to) {
  mkdirSync(join(to, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(from))
    if (!name.startsWith('.') && name !== OWN_PACKAGES)
      symlinkSync(join(from, name), join(to, name), 'dir');
  for (const name of readdirSync(join(from, OWN_PACKAGES)))
    symlinkSync(readlinkSync(join(from, OWN_PACKAGES, name)), join(to, OWN_PACKAGES, name), 'dir');
}

function hashes(root) {
  const paths = [...FOLDERS, ...FILES].flatMap((path) => filesIn(root, path));
  const hash = (path) =>
    createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
  return new Map(paths.map((path) => [path, hash(path)]));
}

function filesIn(root, path) {
  if (FILES.includes(path)) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return [];
    const inner = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, inner) : [inner];
  });
}

function run(cwd, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
