import { check } from './validate.js';
import { patternInWords } from './pattern-words.js';

describe('a text that does not match its pattern', () => {
  it('is told of in words, not by a regular expression', () => {
    const frame = {
      type: 'log',
      agent_id: 'my pc',
      at: '',
      level: 'info',
      target: '',
      message: '',
    };
    const [issue] = check('frame:log', frame);
    expect(issue).toMatchObject({ path: 'agent_id' });
    expect(issue?.message).toMatch(/^must be 1 to 64 letters, digits/);
  });

  it('keeps the message where nobody has words for it', () => {
    expect(patternInWords('must match pattern "^x$"')).toBe('must match pattern "^x$"');
  });
});
