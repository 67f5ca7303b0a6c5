import {
  AGENT_ID_PATTERN,
  AGENT_SOCKET_PATH,
  agentEnrollPath,
  API_PATHS,
  DOWNLOAD_PATHS,
  INSTALLER_CODE,
  INSTALLER_NONCE_PATTERN,
  RELEASE_FILE_PATTERN,
  RELEASE_PATHS,
  type ErrorBody,
} from '@kenny/contract';
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as ask, type Server } from 'node:https';
import type { Duplex } from 'node:stream';
import type { KeyPair } from './certificates.js';
import { listensAt, type DoorPlace } from './door-file.js';

/** What an agent, and whoever installs one, asks for; all else is not there (ADR 0073). */
const FOR_AGENTS = [
  new RegExp(`^${API_PATHS.healthz}$`),
  ...[DOWNLOAD_PATHS.page, DOWNLOAD_PATHS.script, DOWNLOAD_PATHS.package].map((path) =>
    pathsOf(path, INSTALLER_NONCE_PATTERN),
  ),
  pathsOf(DOWNLOAD_PATHS.short, INSTALLER_CODE.pattern),
  pathsOf(RELEASE_PATHS.file, RELEASE_FILE_PATTERN),
  pathsOf(agentEnrollPath, AGENT_ID_PATTERN),
];
const CHECK_MS = 5_000;

export interface Listening {
  readonly stop: () => Promise<void>;
}

/**
 * Listens there with TLS, and hands what agents ask for to the server that listens already.
 * @throws the system's error when the address cannot be had
 */
export async function listenForAgents(place: DoorPlace, inner: HttpServer): Promise<Listening> {
  const { port, server: own } = place;
  const outer = createServer({ cert: own.certificate, key: own.key, minVersion: 'TLSv1.2' });
  const { headersTimeout, requestTimeout, keepAliveTimeout } = inner;
  Object.assign(outer, { headersTimeout, requestTimeout, keepAliveTimeout });
  const sockets = new Set<Duplex>();
  outer.on('secureConnection', (socket: Duplex) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  outer.on('request', (request, response) => {
    if (!isForAgents(request)) return refuse(request, response);
    inner.emit('request', request, response);
  });
  outer.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) !== AGENT_SOCKET_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n', () => socket.destroy());
      return;
    }
    inner.emit('upgrade', request, socket, head);
  });
  outer.on('clientError', (error, socket) => inner.emit('clientError', error, socket));
  await listening(outer, listensAt(place), port);
  const stop = () =>
    new Promise<void>((resolve) => {
      outer.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { stop };
}

/** Asks the door as an agent would. @throws when it does not answer as this server */
export function checkDoor(host: string, port: number, authority: KeyPair): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = ask(
      {
        ...{ host, port, path: API_PATHS.healthz, ca: authority.certificate },
        ...{ timeout: CHECK_MS, agent: false },
      },
      (response) => {
        response.resume();
        if (response.statusCode === 200) resolve();
        else reject(new Error(`it answered ${response.statusCode}`));
      },
    );
    request.on('timeout', () => request.destroy(new Error('it did not answer')));
    request.on('error', reject);
    request.end();
  });
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Every path of that form. @param pattern - of its one part, from `^` to `$` */
function pathsOf(path: (part: string) => string, pattern: string): RegExp {
  return new RegExp(
    `^${path('PART').replaceAll('.', '\\.').replace('PART', pattern.slice(1, -1))}$`,
  );
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.replace(/\?.*$/s, '');

function isForAgents(request: IncomingMessage): boolean {
  const path = pathOf(request);
  return FOR_AGENTS.some((pattern) => pattern.test(path));
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const message = 'Only agents are served at this address.';
  const body: ErrorBody = { error: { code: 'not_found', message, request_id: randomUUID() } };
  response
    .writeHead(404, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
    .end(JSON.stringify(body));
}
