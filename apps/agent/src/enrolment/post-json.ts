import { errorCode, errorText } from '../errors/error-code.js';
import { openRequest } from '../platform/open-request.js';

export interface PostRequest {
  url: string;
  body: object;
  bearer: string;
  /** PEM of an extra certificate authority. */
  tlsCa: string | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** The server's answer, or why there was none. */
export type PostResult =
  { status: number; body: Buffer; retryAfter: string | undefined } | { unreachable: string };

const ANSWER_MAX_BYTES = 64 * 1024;

/**
 * One POST without redirects (a bearer token must not travel on). Never throws for network errors.
 */
export function postJson(post: PostRequest): Promise<PostResult> {
  const content = Buffer.from(JSON.stringify(post.body));
  const deadline = AbortSignal.timeout(post.timeoutMs);
  return new Promise((resolve) => {
    const failed = (error: unknown): void =>
      resolve({ unreachable: deadline.aborted ? 'no answer in time' : describe(error) });
    const request = openRequest(new URL(post.url), post.tlsCa, {
      method: 'POST',
      signal: post.signal ? AbortSignal.any([deadline, post.signal]) : deadline,
      headers: {
        authorization: `Bearer ${post.bearer}`,
        'content-type': 'application/json',
        'content-length': content.length,
        accept: 'application/json',
      },
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_MAX_BYTES) request.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.on('error', failed);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks),
          retryAfter: response.headers['retry-after'],
        }),
      );
    });
    request.on('error', failed);
    request.end(content);
  });
}

function describe(error: unknown): string {
  const code = errorCode(error);
  return code === undefined ? errorText(error) : `${errorText(error)} (${code})`;
}
