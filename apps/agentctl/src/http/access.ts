import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../config/index.js';
import { Refusal } from '../errors/refusal.js';

/**
 * Who may ask. A page in a browser on this machine reaches loopback too: one from elsewhere is known by
 * its `Origin`, and one whose name was made to mean this machine by its `Host`.
 */
export class Access {
  private readonly expected: Buffer | undefined;

  constructor(token: string | undefined) {
    this.expected = token === undefined ? undefined : digest(`Bearer ${token}`);
  }

  /** @throws Refusal */
  check({ headers }: IncomingMessage): void {
    const { host = '', origin, authorization } = headers;
    if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
      throw new Refusal(
        'forbidden',
        'pages from elsewhere may not ask',
        'Its Origin is not this address.',
      );
    }
    if (!this.expected) {
      if (!isLoopback(host.replace(/:\d*$/, ''))) {
        throw new Refusal(
          'forbidden',
          'without a token only this machine is served',
          'Ask by localhost or 127.0.0.1, or set AGENTCTL_TOKEN_FILE.',
        );
      }
      return;
    }
    if (authorization !== undefined && timingSafeEqual(digest(authorization), this.expected))
      return;
    throw new Refusal(
      'unauthorized',
      'the bearer token is missing or wrong',
      'Authorization: Bearer …',
    );
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
