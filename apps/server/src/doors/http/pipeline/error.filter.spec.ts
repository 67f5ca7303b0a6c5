import { ERROR_CODES, ERRORS } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { Logger, NotFoundException, type ArgumentsHost } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { KennyError } from '../../../kernel/index.js';
import { RefusalLog } from '../../../logging/index.js';
import { ErrorFilter } from './error.filter.js';
import { RequestState, setState } from './request-state.js';

interface Said {
  status?: number;
  headers: Record<string, string>;
  body?: { error: Record<string, unknown> };
  destroyed: boolean;
}

let filter: ErrorFilter;

/** What the filter makes of an error, without a server around it. */
function answer(thrown: unknown, { headersSent = false, left = false } = {}): Said {
  const said: Said = { headers: {}, destroyed: false };
  const response = {
    headersSent,
    statusCode: 200,
    writeHead: (status: number, headers: readonly string[]) => {
      said.status = status;
      headers.forEach((name, i) => i % 2 === 0 && (said.headers[name] = headers[i + 1] ?? ''));
    },
    end: (text: string) => void (said.body = JSON.parse(text) as Said['body']),
    destroy: () => void (said.destroyed = true),
  } as unknown as ServerResponse;
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'> = {
    ...{ method: 'GET', url: '/api/x?token=secret', headers: {} },
  };
  const request = asked as IncomingMessage;
  const state = new RequestState('r1', '::1', 'http', []);
  if (left) state.gone.abort();
  setState(request, state);
  const http = { getRequest: () => request, getResponse: () => response };
  filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return said;
}

describe('ErrorFilter', () => {
  let logged: jest.SpyInstance;
  let warned: jest.SpyInstance;
  beforeEach(() => {
    filter = new ErrorFilter(new RefusalLog(new FakeClock()));
    const quiet = (level: 'error' | 'warn' | 'log') =>
      jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
    [logged, warned] = [quiet('error'), quiet('warn')];
    quiet('log');
  });
  afterEach(() => jest.restoreAllMocks());

  it.each(ERROR_CODES)('answers %s with the status of the table', (code) => {
    const said = answer(new KennyError(code, 'words', { a: 1 }));
    expect(said).toMatchObject({
      status: ERRORS[code].http,
      body: { error: { code, message: 'words', details: { a: 1 }, request_id: 'r1' } },
    });
  });

  it('is as loud in the log as the table says, without the words', () => {
    answer(new KennyError('not_found', 'words'));
    expect(warned).not.toHaveBeenCalled();
    answer(new KennyError('forbidden', 'words'));
    expect(warned.mock.calls).toEqual([['GET /api/x: forbidden', { request_id: 'r1' }]]);
    answer(new KennyError('internal', 'words'));
    expect(logged.mock.calls).toEqual([['GET /api/x: internal', { request_id: 'r1' }]]);
  });

  it('has some lines a minute for the refusals of one source, and all for faults', () => {
    for (let i = 0; i < 100; i += 1) answer(new KennyError('forbidden', 'words'));
    expect(warned).toHaveBeenCalledTimes(20);
    for (let i = 0; i < 30; i += 1) answer(new KennyError('internal', 'words'));
    expect(logged).toHaveBeenCalledTimes(30);
  });

  it("calls a PC's own fault a bad gateway", () => {
    expect(answer(new KennyError('internal', 'disk on fire', undefined, true)).status).toBe(502);
  });

  it('says how long to wait: what the error says, else a minute', () => {
    const wait = (details?: Record<string, unknown>) =>
      answer(new KennyError('rate_limited', 'x', details)).headers['Retry-After'];
    expect([wait({ retry_after: 12 }), wait({ retry_after: 0.2 }), wait()]).toEqual([
      '12',
      '1',
      '60',
    ]);
    expect(answer(new KennyError('unavailable', 'x')).headers['Retry-After']).toBe('5');
    expect(answer(new KennyError('offline', 'x')).headers).not.toHaveProperty('Retry-After');
  });

  it('keeps what an unexpected error says for the log', () => {
    const said = answer(new Error('password=secret at /srv/kenny/db.ts'));
    expect(said).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
    expect(JSON.stringify(said.body)).not.toMatch(/secret|srv/);
    expect(logged).toHaveBeenCalledWith(
      'GET /api/x failed',
      expect.objectContaining({ stack: expect.stringContaining('password=secret') as unknown }),
    );
  });

  it('knows what the router and Nest mean', () => {
    expect(answer(new NotFoundException())).toMatchObject({
      body: { error: { code: 'not_found' } },
    });
    expect(answer(new URIError('%zz'))).toMatchObject({ body: { error: { code: 'bad_args' } } });
  });

  it('cuts an answer off that breaks in the middle, and logs why', () => {
    const said = answer(new Error('the disk is gone'), { headersSent: true });
    expect(said).toMatchObject({ destroyed: true });
    expect(said.body).toBeUndefined();
    expect(logged).toHaveBeenCalled();
  });

  it('says nothing of a client that left, but does of a fault at that moment', () => {
    const hungUp = Object.assign(new Error('x'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    answer(hungUp, { left: true, headersSent: true });
    expect(logged).not.toHaveBeenCalled();
    answer(new Error('a bug'), { left: true });
    expect(logged).toHaveBeenCalled();
  });
});
