import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * The second half of the build: lays what Angular bundled into `dist`, compresses it once instead of
 * at every request, and refuses a page that has become too heavy.
 */
const APP = join(dirname(fileURLToPath(import.meta.url)), '..');
const BUNDLE = join(APP, 'bundle');
const DIST = join(APP, 'dist');
/** What travels, in bytes of gzip. Lowered when there is room, never raised without an ADR. */
const BUDGETS = { initialJs: 200_000, initialCss: 30_000, lazyJs: 60_000, chartJs: 75_000 };
/** What is loaded only where something is drawn has a budget of its own. */
const CHARTS = 'node_modules/chart.js/';
const COMPRESSIBLE = /\.(?:js|css|html|svg|txt|json|webmanifest)$/;
/** Below this the header costs more than it saves. Bytes. */
const WORTH_IT = 512;

rmSync(DIST, { recursive: true, force: true });
cpSync(join(BUNDLE, 'browser'), DIST, { recursive: true });
const gzipped = new Map(filesIn(DIST).map((file) => [file, pack(file)]));
const weights = weigh(gzipped);
// For whoever compares it with its targets; no file of the page.
writeFileSync(join(DIST, 'weights.json'), `${JSON.stringify(weights)}\n`);
report(weights);

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.split(sep).join('/'));
}

/** Bytes of the gzip; the page itself is not kept compressed, since each one has its own nonce. */
function pack(file) {
  const path = join(DIST, file);
  const bytes = readFileSync(path);
  const gzip = gzipSync(bytes, { level: 9 });
  if (COMPRESSIBLE.test(file) && file !== 'index.html' && bytes.length > WORTH_IT) {
    writeFileSync(`${path}.gz`, gzip);
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
  }
  return gzip.length;
}

function weigh(sizes) {
  const { outputs } = JSON.parse(readFileSync(join(BUNDLE, 'stats.json'), 'utf8'));
  const name = (path) => relative('.', path).split(sep).join('/');
  const initial = new Set();
  const follow = (file) => {
    if (initial.has(file)) return;
    initial.add(file);
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') follow(path);
    }
  };
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  Object.keys(outputs)
    .filter((file) => page.includes(`"${name(file)}"`))
    .forEach(follow);
  const total = (ending) =>
    [...initial]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + (sizes.get(name(file)) ?? 0), 0);
  const draws = (file) =>
    Object.keys(outputs[file].inputs ?? {}).some((input) => input.includes(CHARTS));
  const heaviest = (wanted) =>
    Object.keys(outputs)
      .filter((file) => file.endsWith('.js') && !initial.has(file) && wanted(file))
      .map((file) => ({ file: name(file), bytes: sizes.get(name(file)) ?? 0 }))
      .reduce((a, b) => (b.bytes > a.bytes ? b : a), { file: 'none', bytes: 0 });
  const lazy = heaviest((file) => !draws(file));
  return {
    initialJs: total('.js'),
    initialCss: total('.css'),
    lazyJs: lazy.bytes,
    lazyFile: lazy.file,
    chartJs: heaviest(draws).bytes,
  };
}

function report({ lazyFile, ...measured }) {
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const id = createHash('sha256')
    .update(readFileSync(join(DIST, 'index.html')))
    .digest('hex');
  const { initialJs, initialCss, lazyJs, chartJs } = measured;
  console.log(
    `dashboard ${id.slice(0, 8)}: initial JS ${kB(initialJs)}, CSS ${kB(initialCss)}, ` +
      `heaviest lazy part ${kB(lazyJs)} (${lazyFile}), charts ${kB(chartJs)}; gzip`,
  );
  for (const [what, limit] of Object.entries(BUDGETS)) {
    if (measured[what] <= limit) continue;
    console.error(`${what} is ${kB(measured[what])}, the budget is ${kB(limit)}`);
    process.exitCode = 1;
  }
  if (initialJs === 0) {
    console.error('no script of the page was found in stats.json: nothing was weighed');
    process.exitCode = 1;
  }
}
