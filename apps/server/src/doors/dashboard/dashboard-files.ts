import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { HASHED_FILE } from '@kenny/contract';

/** One file of the built dashboard, compressed at build time. */
export interface DashboardFile {
  readonly type: string;
  /** Its name changes with its content. */
  readonly hashed: boolean;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

export interface Dashboard {
  /** With placeholders for the nonce and for the files that its address needs. */
  readonly page: string;
  /** The files that the page at each route pattern needs (`fleet/:id`). */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** By address (`/main-….js`); nothing else in the folder is served. */
  readonly files: ReadonlyMap<string, DashboardFile>;
}

const PAGE = 'index.html';
const NEEDS = 'pages.json';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Reads the whole dashboard into memory (some megabytes), so that no request reaches the disk.
 * Undefined when it has not been built.
 */
export function readDashboard(folder: string): Dashboard | undefined {
  if (!existsSync(join(folder, PAGE))) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.flatMap((name): [string, DashboardFile][] => {
    const type = TYPES[extname(name)];
    if (type === undefined || name === PAGE) return [];
    const path = join(folder, name);
    const file = {
      type,
      hashed: HASHED_FILE.test(name),
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

/** Written by the build, like everything here. */
function readNeeds(path: string): Record<string, readonly string[]> {
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, readonly string[]>;
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
