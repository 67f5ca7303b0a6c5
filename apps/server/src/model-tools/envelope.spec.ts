import { ERROR_CODES, hintFor } from '@kenny/contract';
import { errorEnvelope, type Origin } from './envelope.js';

const ORIGIN: Origin = { source: 'kenny', tool: { name: 'fs_read' } };
const hintOf = (code: string) => errorEnvelope(ORIGIN, { code, message: 'words' }).error.hint;

describe('an error as a model is told it', () => {
  it.each(ERROR_CODES)('says about %s what a model can do', (code) => {
    expect(hintOf(code)).toBe(hintFor('model', code));
  });

  it('says nothing about a code that it does not know', () => {
    expect(hintOf('from_the_future')).toBeUndefined();
  });
});
