import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** One file of the built dashboard, as it was compressed when it was built. */
export interface DashboardFile {
  readonly type: string;
  /** Its name changes with its content. */
  readonly hashed: boolean;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

export interface Dashboard {
  /** With a place for the nonce in it, and one for what its address needs. */
  readonly page: string;
  /** Which files the page at an address needs; the address in the words of the routes, `fleet/:id`. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** By the address, `/main-….js`: what is not in here is not served, whatever lies in the folder. */
  readonly files: ReadonlyMap<string, DashboardFile>;
}

const PAGE = 'index.html';
const NEEDS = 'pages.json';
const HASHED = /-[A-Za-z0-9]{8}\.(?:js|css)$/;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Reads the whole dashboard once (under a megabyte): no request reaches the disk, so none can walk
 * through it. Undefined when it has not been built.
 */
export function readDashboard(folder: string): Dashboard | undefined {
  if (!existsSync(join(folder, PAGE))) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.flatMap((name): [string, DashboardFile][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const path = join(folder, name);
    const file = {
      type,
      hashed: HASHED.test(name),
      plain: readFileSync(path),
      gzip: readIfThere(`${path}.gz`),
      brotli: readIfThere(`${path}.br`),
    };
    return [[`/${name.split(sep).join('/')}`, file]];
  });
  return {
    page: readFileSync(join(folder, PAGE), 'utf8'),
    needs: new Map(Object.entries(readNeeds(join(folder, NEEDS)))),
    files: new Map(files),
  };
}

/** Written by the build, as is all that lies here. */
function readNeeds(path: string): Record<string, readonly string[]> {
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, readonly string[]>;
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
