import * as fc from 'fast-check';
import { ClientError, refusalIn } from './client-error.js';

describe('the refusal in a body', () => {
  it('has all that the server says', () => {
    const error = { code: 'offline', message: 'away', request_id: 'r', details: { n: 1 } };
    const raw = JSON.stringify({ error });
    expect(refusalIn({ error }, { status: 409, raw })).toMatchObject({
      ...{ code: 'offline', message: 'away', requestId: 'r', details: { n: 1 } },
      ...{ status: 409, raw },
    });
  });

  it('keeps the code of a newer server', () => {
    const refusal = refusalIn({ error: { code: 'too_early', message: 'no' } }, { status: 425 });
    expect(refusal).toMatchObject({ code: 'too_early', requestId: null, details: {}, raw: '' });
  });

  it('is an error with that message, or nothing, whatever comes', () => {
    const field = fc.oneof(fc.string(), fc.jsonValue());
    const body = fc.record({ error: fc.record({ code: field, message: field, details: field }) });
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (value) => {
        const refusal = refusalIn(value, { status: 400 });
        if (refusal === undefined) return;
        expect(refusal).toBeInstanceOf(ClientError);
        expect(typeof refusal.code).toBe('string');
        expect(typeof refusal.message).toBe('string');
        expect(typeof refusal.details).toBe('object');
      }),
    );
  });
});
