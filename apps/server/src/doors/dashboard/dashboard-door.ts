import { DASHBOARD_PAGES, WORKER_FILE, WORKER_POLICY } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { readCookie, sessionCookie, type SessionCookie } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { readDashboard, type Dashboard, type DashboardFile } from './dashboard-files.js';
import { headOf, type Asker } from './page-head.js';

/** DI token: the folder of the built dashboard. */
export const DASHBOARD_FOLDER = Symbol('DASHBOARD_FOLDER');
/** In the workspace, and in an image with the same layout. */
export const WORKSPACE_DASHBOARD = fileURLToPath(
  new URL('../../../../dashboard/dist', import.meta.url),
);

const NOT_BUILT = 'The dashboard is not built here: run "npm run build" and start again.\n';
const NONCE = '{{nonce}}';
const PRELOADS = '{{preloads}}';
const PAGES: ReadonlySet<string> = new Set(DASHBOARD_PAGES);
/** Pages that have moved: bookmarks keep working. */
const MOVED = /^\/record(?=[/?]|$)/;
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Serves the dashboard: its page at every address of its own, its files by their exact names, and
 * nothing else. All other addresses belong to the other doors.
 */
@Injectable()
export class DashboardDoor {
  private readonly dashboard: Dashboard | undefined;
  private readonly cookie: SessionCookie;

  constructor(
    @Inject(DASHBOARD_FOLDER) folder: string,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'publicUrl' | 'insecureHttp'>,
  ) {
    this.dashboard = readDashboard(folder);
    this.cookie = sessionCookie(config);
  }

  /** false when the request is not for the dashboard. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const [path = ''] = (request.url ?? '').split('?', 1);
    const file = this.dashboard?.files.get(path);
    if (MOVED.test(path)) redirect(request, response, (request.url ?? '').replace(MOVED, '/audit'));
    else if (file) sendFile(request, response, path, file);
    else if (!isPage(path)) return false;
    else if (this.dashboard) sendPage(request, response, this.pageFor(request, this.dashboard));
    else if (path === '/')
      return false; // The page that says what this server is.
    else send(request, response, 503, 'text/plain; charset=utf-8', Buffer.from(NOT_BUILT));
    return true;
  }

  /** The "not found" page for browsers; false when the dashboard is not built. */
  answerMissing(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.dashboard) return false;
    sendPage(request, response, this.pageFor(request, this.dashboard), 404);
    return true;
  }

  private pageFor({ url = '', headers }: IncomingMessage, { page, needs }: Dashboard): string {
    const [path = ''] = url.split('?', 1);
    return page.replace(PRELOADS, headOf({ needs, path, asker: this.askerOf(headers) }));
  }

  private askerOf(headers: IncomingHttpHeaders): Asker {
    // A bearer token on a page request comes from a proxy that adds it to every request.
    if (headers.authorization !== undefined) return 'known';
    if (readCookie(headers.cookie, this.cookie) !== null) return 'known';
    const from = headers['sec-fetch-site'];
    return from === 'none' || from === 'same-origin' ? 'nobody' : 'unknown';
  }
}

/** Browsers add the fragment themselves (RFC 9110 §10.2.2). */
function redirect(request: IncomingMessage, response: ServerResponse, location: string): void {
  response.setHeader('Location', location);
  send(request, response, 302, 'text/plain; charset=utf-8', Buffer.from(`Moved to ${location}\n`));
}

function isPage(path: string): boolean {
  return path === '/' || PAGES.has(path.split('/', 2)[1] ?? '');
}

/** Styles need this page's nonce; scripts are our own files. */
function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: string,
  status = 200,
): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Content-Security-Policy', policyWith(nonce));
  const body = Buffer.from(page.replaceAll(NONCE, nonce));
  send(request, response, status, 'text/html; charset=utf-8', body);
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "base-uri 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' blob:",
    "manifest-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types angular angular#components ${WORKER_POLICY}`,
  ].join('; ');
}

/** What these files may load, other than most, which may load nothing. */
const FILE_POLICIES: Readonly<Record<string, string>> = {
  // Its own policy is what counts for what it requests.
  [WORKER_FILE]: "default-src 'none'; connect-src 'self'",
  '/offline.html':
    "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors 'none'",
};

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  file: DashboardFile,
): void {
  const hour = path === WORKER_FILE ? 'no-cache' : 'public, max-age=3600';
  const keep = file.hashed ? `public, max-age=${YEAR_S}, immutable` : hour;
  const policy = FILE_POLICIES[path];
  if (policy !== undefined) response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cache-Control', keep);
  response.setHeader('Vary', 'Accept-Encoding');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (file.brotli && /\bbr\b/.test(accepted)) {
    response.setHeader('Content-Encoding', 'br');
    send(request, response, 200, file.type, file.brotli);
  } else if (file.gzip && /\bgzip\b/.test(accepted)) {
    response.setHeader('Content-Encoding', 'gzip');
    send(request, response, 200, file.type, file.gzip);
  } else send(request, response, 200, file.type, file.plain);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  body: Buffer,
): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
