import helmet, { type HelmetOptions } from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

const HELMET: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
    },
  },
  // Set by whatever terminates TLS: over plain http on a LAN it would lock people out.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
};

const EVERY_ANSWER = everyAnswer();

/** Headers of every answer: names and values in turn. */
export function answerHeaders(request_id: string): string[] {
  return [...EVERY_ANSWER, 'X-Request-Id', request_id];
}

/** The same for every answer, so helmet's dozen middlewares run only once, at start. */
function everyAnswer(): readonly string[] {
  const example = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(HELMET)(example.req, example, (fault) => {
    if (fault !== undefined) throw new Error('helmet refuses its options', { cause: fault });
  });
  // Health and approvals must never come from a cache.
  example.setHeader('Cache-Control', 'no-store');
  return example.getHeaderNames().flatMap((name) => [name, String(example.getHeader(name))]);
}
