import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { entryOf, isOfCharts } from './chunk-groups.mjs';
import { pageFiles } from './page-files.mjs';
import { regroup } from './regroup.mjs';
import { workerCode } from './worker.mjs';

/**
 * The second half of the build: lays what Angular bundled into `dist` as few files, compresses them
 * once instead of at every request, and refuses a page that has become too heavy.
 */
const APP = join(dirname(fileURLToPath(import.meta.url)), '..');
const BUNDLE = join(APP, 'bundle');
const DIST = join(APP, 'dist');
/** What travels, in bytes of gzip. Lowered when there is room, never raised without an ADR. */
const BUDGETS = {
  initialJs: 150_000,
  pcJs: 225_000,
  initialCss: 30_000,
  lazyJs: 60_000,
  chartJs: 75_000,
  worker: 6_000,
};
const COMPRESSIBLE = /\.(?:js|css|html|md|svg|txt|json|webmanifest)$/;
/** Below this the header costs more than it saves. Bytes. */
const WORTH_IT = 512;

const { outputs } = JSON.parse(readFileSync(join(BUNDLE, 'stats.json'), 'utf8'));
const browser = join(BUNDLE, 'browser');
rmSync(DIST, { recursive: true, force: true });
cpSync(browser, DIST, { recursive: true, filter: (path) => !path.endsWith('.js') });
// A file that the page names itself is none of the bundler's.
for (const file of filesIn(browser).filter((name) => name.endsWith('.js') && !outputs[name])) {
  cpSync(join(browser, file), join(DIST, file));
}
const scripts = await regroup(browser, outputs);
for (const { file, code } of scripts) writeFileSync(join(DIST, file), code);
const main = scripts.find(({ chunks }) => chunks.includes(entryOf(outputs, 'src/main.ts')));
writeFileSync(join(DIST, 'index.html'), withFiles(readFileSync(join(DIST, 'index.html'), 'utf8')));
// For the server, which writes them into each page; no file of the page.
const files = pageFiles(APP, outputs, scripts);
writeFileSync(join(DIST, 'pages.json'), `${JSON.stringify(files)}\n`);
const id = createHash('sha256')
  .update(readFileSync(join(DIST, 'index.html')))
  .digest('hex');
const worker = await workerCode(join(APP, 'src/worker/service-worker.ts'), id.slice(0, 8));
writeFileSync(join(DIST, 'service-worker.js'), worker);
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

/** The page as the bundler wrote it, with the files as they are now and a place for the address's. */
function withFiles(page) {
  const own = entryOf(outputs, 'src/main.ts');
  if (!page.includes(`"${own}"`)) throw new Error(`the page does not name ${own}`);
  return page
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(`"${own}"`, `"${main.file}" fetchpriority="low"`)
    .replace('</head>', '{{preloads}}</head>');
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
  const initial = [main.file, ...main.imports];
  const total = (names) => names.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const draws = ({ chunks }) => chunks.some((chunk) => isOfCharts(outputs, chunk));
  const heaviest = (wanted) =>
    scripts
      .filter((script) => !initial.includes(script.file) && wanted(script))
      .map(({ file }) => ({ file, bytes: sizes.get(file) ?? 0 }))
      .reduce((a, b) => (b.bytes > a.bytes ? b : a), { file: 'none', bytes: 0 });
  const lazy = heaviest((script) => !draws(script));
  return {
    initialJs: total(initial),
    // All that the page most looked at waits for.
    pcJs: total(files['fleet/:id']),
    initialCss: total([...sizes.keys()].filter((file) => file.endsWith('.css'))),
    lazyJs: lazy.bytes,
    lazyFile: lazy.file,
    chartJs: heaviest(draws).bytes,
    // As it is: it is small enough to be read.
    worker: worker.length,
  };
}

function report({ lazyFile, ...measured }) {
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const { initialJs, pcJs, initialCss, lazyJs, chartJs } = measured;
  console.log(
    `dashboard ${id.slice(0, 8)}: initial JS ${kB(initialJs)}, a PC’s page ${kB(pcJs)}, ` +
      `CSS ${kB(initialCss)}, heaviest lazy part ${kB(lazyJs)} (${lazyFile}), charts ${kB(chartJs)}; gzip; service worker ${kB(measured.worker)}`,
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
