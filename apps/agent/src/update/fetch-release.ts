import {
  FILE_TYPE,
  parseReleaseManifest,
  RELEASE_CAPS,
  releaseManifestUrl,
  type ReleaseManifest,
} from '@kenny/contract/agent';
import { judgeUpdateUrl } from '@kenny/guard';
import type { IncomingMessage } from 'node:http';
import { ToolFailure } from '../errors/tool-failure.js';
import { errorText } from '../errors/error-code.js';
import { openRequest } from '../platform/open-request.js';

/** Where releases may come from, and until when. */
export interface ReleaseSource {
  /** `host[:port]` of the configured server. */
  readonly serverHost: string;
  /** PEM of an extra certificate authority. */
  readonly tlsCa: string | undefined;
  readonly signal: AbortSignal;
}

const REDIRECTS = 3;
const MOVED = new Set([301, 302, 303, 307, 308]);

/**
 * Response body after at most three redirects; the guard checks every address on the way. Sends no
 * credentials.
 * @throws ToolFailure
 */
export async function openRelease(url: string, source: ReleaseSource): Promise<IncomingMessage> {
  let address = url;
  for (let left = REDIRECTS; ; left -= 1) {
    const verdict = judgeUpdateUrl(address, [source.serverHost]);
    if (verdict.blocked) throw new ToolFailure('blocked', verdict.message);
    const response = await get(address, source);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    if (!MOVED.has(statusCode) || headers.location === undefined) {
      throw new ToolFailure('exec_failed', `the download answered with status ${statusCode}`);
    }
    if (left === 0) throw new ToolFailure('exec_failed', 'the download was redirected too often');
    if (!URL.canParse(headers.location, address)) {
      throw new ToolFailure('exec_failed', 'the download was redirected to what is no address');
    }
    address = new URL(headers.location, address).href;
  }
}

/** The manifest beside an executable. @throws ToolFailure */
export async function fetchManifest(url: string, source: ReleaseSource): Promise<ReleaseManifest> {
  const response = await openRelease(releaseManifestUrl(url), source);
  const chunks: Buffer[] = [];
  let bytes = 0;
  await readAll(response, source.signal, (chunk) => {
    bytes += chunk.length;
    if (bytes > RELEASE_CAPS.manifestBytes) {
      throw new ToolFailure('exec_failed', 'the manifest of the release is too long');
    }
    chunks.push(chunk);
  });
  const manifest = parseReleaseManifest(Buffer.concat(chunks).toString('utf8'));
  if ('problem' in manifest) throw new ToolFailure('exec_failed', manifest.problem);
  return manifest;
}

/** Hands over a body part by part. @throws ToolFailure, or what `take` throws */
export async function readAll(
  response: IncomingMessage,
  signal: AbortSignal,
  take: (chunk: Buffer) => Promise<void> | void,
): Promise<void> {
  const stop = (): unknown => response.destroy(new Error('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of response) await take(chunk as Buffer);
    if (!response.complete) throw new Error('the connection ended early');
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure('exec_failed', `the download failed: ${errorText(error)}`);
  } finally {
    signal.removeEventListener('abort', stop);
    response.destroy();
  }
}

function get(address: string, { tlsCa, signal }: ReleaseSource): Promise<IncomingMessage> {
  const request = openRequest(new URL(address), tlsCa, {
    signal,
    headers: {
      accept: `${FILE_TYPE}, application/json`,
      'accept-encoding': 'identity',
    },
  });
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', (error) =>
      reject(new ToolFailure('exec_failed', `the download failed: ${errorText(error)}`)),
    );
    request.end();
  });
}
