import { build } from 'esbuild';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Makes what the server and the command line run as (ADR 0035), from `dist`: esbuild knows neither
 * our decorators nor our conditions, and the files must hold what tsc checked.
 */
const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const outdir = join(here, 'bundle');

/** Native; there before whoever decorates; asked for by Nest in a way that only Node answers. */
const PACKAGES = ['sqlite3', 'reflect-metadata', 'ws'];
/** What frameworks would load if somebody had installed it. */
const ABSENT = [
  ...['@fastify/*', '@nestjs/microservices', '@nestjs/microservices/*'],
  ...['@nestjs/platform-fastify', '@nestjs/platform-socket.io'],
  ...['@google-cloud/spanner', '@sap/hana-client', '@sap/hana-client/*', 'better-sqlite3'],
  ...['hdb-pool', 'ioredis', 'mongodb', 'mssql', 'mysql', 'mysql2', 'oracledb', 'pg-native'],
  ...['pg-query-stream', 'react-native-sqlite-storage', 'redis', 'sql.js'],
  ...['ts-node', 'typeorm-aurora-data-api-driver'],
  // Native and optional, for engines that are reached over SSH: none is.
  'cpu-features',
];

/**
 * CommonJS that Nest would load by itself, were it not given to it. So loaded, a bundled one has no
 * names but `default`: another package of the kind must not stay unseen.
 */
const GIVEN = ['node_modules/class-transformer/', 'node_modules/class-validator/'];
/** For packages that are CommonJS and ask for Node's own modules in its way. */
const REQUIRE =
  "import{createRequire as kennyRequire}from'node:module';const require=kennyRequire(import.meta.url);";

/** A file of ours finds what lies beside it (the dashboard, a worker) from where tsc has put it. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (!path.startsWith(dist + sep)) return undefined;
      const place = JSON.stringify(relative(outdir, path).replaceAll(sep, '/'));
      const contents = await readFile(path, 'utf8');
      return {
        contents: contents.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
      };
    });
  },
};

/**
 * What esbuild's `keepNames` puts around every function, those too that are made anew in each call:
 * a property defined for each of them took 3 % of a call over HTTP. Here only what has another name
 * than in the source gets its own; functions without a name are left alone.
 */
const NAMING = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});';
const CHEAP_NAMING =
  'var __name=(target,value)=>target.name===value||target.prototype===undefined?target:' +
  '__defProp(target,"name",{value,configurable:true});';

/**
 * What esbuild leaves beyond ASCII: regular expressions and remarks. One such character has the
 * program keep a whole file at two bytes a character.
 */
const BEYOND_ASCII = /[\u0080-\uffff]/g;
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const { metafile, outputFiles } = await build({
  entryPoints: { kenny: join(dist, 'main.js') },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // What a command does not use lies in files that it does not read.
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: [...PACKAGES, ...ABSENT],
  // Dependency injection, TypeORM and the log name classes; the lines are for whoever reads a trace.
  keepNames: true,
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'eof',
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  banner: { js: REQUIRE },
  logLevel: 'warning',
  metafile: true,
  write: false,
  plugins: [ownPlaces],
});

const nameless = Object.values(metafile.outputs)
  .map(({ entryPoint }) => entryPoint)
  .filter((file) => file && metafile.inputs[file]?.format === 'cjs')
  .filter((file) => !GIVEN.some((given) => file.includes(given)));
if (nameless.length > 0) {
  throw new Error(`loaded with import(), but without their names: ${nameless.join(', ')}`);
}

const naming = outputFiles.filter(({ text }) => text.includes(NAMING));
if (naming.length !== 1)
  throw new Error(`esbuild names functions in ${naming.length} places, not 1`);
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir);
for (const { path, text } of outputFiles) {
  const named = text.replace(NAMING, () => CHEAP_NAMING);
  await writeFile(path, named.replaceAll(BEYOND_ASCII, escaped));
}
