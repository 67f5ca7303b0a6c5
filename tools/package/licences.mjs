import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const OWN_SCOPE = '@kenny/';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * The licence texts of everything of others in a bundle, from esbuild's metafile: exactly what went in
 * is listed, and nothing that is only installed.
 * @param {{ inputs: Record<string, unknown> }} metafile
 * @param {string} base folder that the metafile's paths start from
 */
export function thirdPartyLicences(metafile, base) {
  const folders = new Set(
    Object.keys(metafile.inputs)
      .map((input) => packageFolder(resolve(base, input)))
      .filter((folder) => folder !== undefined),
  );
  return [...folders]
    .map((folder) => ({ folder, ...packageFacts(folder) }))
    .filter(({ name }) => !name.startsWith(OWN_SCOPE))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ folder, name, version, license }) => {
      const texts = licenceTexts(folder);
      if (texts === '' && license === undefined) {
        throw new Error(`${name}@${version} names no licence and brings no text of one`);
      }
      return `${heading(`${name} ${version}: ${license ?? 'see its text'}`)}${texts || NO_TEXT}`;
    })
    .join('\n');
}

/** The licence of the Node that becomes part of the executable, where its makers put it. */
export function nodeLicence(execPath, version = process.versions.node) {
  const prefix = dirname(dirname(execPath));
  const places = [
    join(prefix, 'LICENSE'),
    join(prefix, 'share/doc/nodejs/LICENSE'),
    join(prefix, 'share/doc/node/LICENSE'),
  ];
  const file = places.find((place) => existsSync(place));
  if (file === undefined) {
    throw new Error(`the licence of Node is at none of ${places.join(', ')}; put it there`);
  }
  return `${heading(`Node.js ${version}`)}${readFileSync(file, 'utf8')}`;
}

/** The licence of a package that is no part of the bundle, in words of our own where it brings none. */
export function partLicence(folder, words) {
  const { name, version, license } = packageFacts(folder);
  return `${heading(`${name} ${version}: ${license ?? 'see its text'}`)}${licenceTexts(folder) || words}`;
}

const NO_TEXT = 'The package brings no text of its licence.\n';

const heading = (title) => `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n`;

/** `…/node_modules/[@scope/]name` of a file inside it; our own sources have none. */
function packageFolder(file) {
  return /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

function packageFacts(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license: typeof license === 'object' ? license?.type : license };
}

function licenceTexts(folder) {
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trimEnd())
    .map((text) => `${text}\n`)
    .join('\n');
}
