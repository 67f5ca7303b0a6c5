import {
  ERRORS,
  ERROR_CODES,
  HINT_READERS,
  WIRE_ERROR_CODES,
  hintFor,
  httpStatusOf,
  isErrorCode,
} from './index.js';
import type { ErrorCode, ErrorRow, HintReader, WsErrorCode } from './index.js';

const rows = Object.entries<ErrorRow>(ERRORS);

/** Design §4.1; `unavailable` is the server's own, while it starts or stops. */
const HTTP: Record<number, string> = {
  400: 'bad_args validation no_agent',
  401: 'unauthenticated',
  403: 'forbidden wrong_scope blocked denied paused',
  404: 'not_found unknown_agent unknown_tool unknown_action',
  405: 'method_not_allowed',
  409: 'disabled offline conflict hash_mismatch approval_used already_decided stale_confirm held',
  410: 'expired',
  413: 'too_large',
  422: 'unsupported',
  429: 'rate_limited',
  500: 'internal',
  502: 'exec_failed',
  503: 'chat_unavailable unavailable',
  504: 'timeout',
};

/** Design §4.1, last lines; whatever stands nowhere here is INTERNAL_ERROR. */
const WS: Partial<Record<WsErrorCode, string>> = {
  VALIDATION_ERROR: 'bad_args validation no_agent unsupported',
  UNAUTHORIZED: 'unauthenticated',
  FORBIDDEN: 'forbidden wrong_scope blocked denied paused',
  NOT_FOUND: 'not_found unknown_agent unknown_tool',
  CONFLICT:
    'disabled offline conflict hash_mismatch approval_used already_decided stale_confirm held expired',
  BAD_REQUEST: 'method_not_allowed too_large rate_limited',
  UNKNOWN_ACTION: 'unknown_action',
};

/** What a reader does not have: headers, routes, our documents, another one's way of naming things. */
const HTTP_WORDS = /Retry-After|\bAllow\b|\/api\b|\/ws\b|docs\/|bearer|HTTP/i;
const FOREIGN: Record<HintReader, RegExp[]> = {
  model: [HTTP_WORDS, /\bLog in\b|KENNY_|"kenny |request id|this page/],
  page: [HTTP_WORDS, /agent_id|\bdetails\b|KENNY_|"kenny |your user/],
  cli: [HTTP_WORDS, /agent_id|\bdetails\b|\bLog in\b|this page|your user/],
};

const sorted = (words: readonly string[]): string[] => [...words].sort();

describe('the error table', () => {
  it('holds exactly the wire codes of the seed, and one that was added', () => {
    expect(sorted(WIRE_ERROR_CODES)).toEqual([
      'approval_used',
      'bad_args',
      'blocked',
      'disabled',
      'exec_failed',
      'internal',
      'not_found',
      'timeout',
      'unsupported',
    ]);
  });

  it.each(Object.entries(HTTP))('answers HTTP %s for %s', (status, codes) => {
    const found = rows.filter(([, row]) => row.http === Number(status)).map(([code]) => code);
    expect(sorted(found)).toEqual(sorted(codes.split(' ')));
  });

  it('has no code that the statuses above leave out', () => {
    expect(sorted(ERROR_CODES)).toEqual(sorted(Object.values(HTTP).flatMap((c) => c.split(' '))));
  });

  it('answers on /ws in the words of the seed', () => {
    for (const [code, { ws }] of rows) {
      const word = Object.entries(WS).find(([, codes]) => codes.split(' ').includes(code))?.[0];
      expect([code, ws]).toEqual([code, word ?? 'INTERNAL_ERROR']);
    }
  });

  it("turns an agent's own failure into a bad gateway, and nothing else", () => {
    expect(httpStatusOf('internal')).toBe(500);
    expect(httpStatusOf('internal', true)).toBe(502);
    for (const code of ERROR_CODES)
      if (code !== 'internal') expect(httpStatusOf(code, true)).toBe(httpStatusOf(code));
  });

  it('tells the reader of every error what to do next', () => {
    for (const [code, { hint }] of rows) expect(`${code}: ${hint}`).toMatch(/: [A-Z].+\.$/);
  });

  describe.each(HINT_READERS)('tells a %s', (reader) => {
    it.each(ERROR_CODES)('what to do about %s, with what it has', (code) => {
      const hint = hintFor(reader, code);
      expect(hint).toMatch(/^[A-Z].+\.$/);
      for (const foreign of FOREIGN[reader]) expect(hint).not.toMatch(foreign);
    });
  });

  it('recognises its own codes only', () => {
    const known: ErrorCode = 'blocked';
    expect(isErrorCode(known)).toBe(true);
    for (const other of ['made_up', 'toString', '__proto__', '', 5, null, undefined])
      expect(isErrorCode(other)).toBe(false);
  });
});
