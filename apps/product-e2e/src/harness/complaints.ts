import type { Page } from 'playwright-core';

/**
 * What the browser itself says of requests to a server that stops, is away, or begins: refused,
 * reset or cut off, by how far the request had come.
 */
export const SERVER_AWAY: readonly RegExp[] = [
  /^console: WebSocket connection to/,
  /^console: Failed to load resource: net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/,
  /^console: Failed to load resource: net::ERR_INCOMPLETE_CHUNKED_ENCODING/,
  /^console: Failed to load resource: the server responded with a status of 503/,
];

/** Everything that a page must not do, whatever it is shown. */
export class Complaints {
  readonly all: string[] = [];

  /** Also for what the page opens later; call it before the first address. */
  static of(page: Page, base: string): Complaints {
    const complaints = new Complaints();
    const keep = (text: string): unknown => complaints.all.push(text);
    page.on('dialog', (dialog) => {
      keep(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => keep(`another window: ${popup.url()}`));
    page.on('pageerror', ({ message }) => keep(`error: ${message}`));
    page.on('console', (said) => {
      // What is refused by the policy of the page is said here as well.
      if (said.type() === 'error') keep(`console: ${said.text()}`);
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== base && !['blob:', 'data:'].includes(protocol)) keep(`asked ${request.url()}`);
    });
    return complaints;
  }

  /** What was said since the last call, but for what the test has provoked. */
  take(provoked: readonly RegExp[] = []): string[] {
    return this.all.splice(0).filter((text) => !provoked.some((pattern) => pattern.test(text)));
  }
}
