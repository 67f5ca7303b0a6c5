import { ContractPipe } from '../../pipeline/validation.js';
import { AgentParam } from './params.js';

describe('a field of a path', () => {
  it('that does not match its pattern is told of in words', async () => {
    const judged = new ContractPipe().transform(
      { id: 'my pc' },
      { type: 'param', metatype: AgentParam },
    );
    await expect(judged).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringMatching(/^id: must be 1 to 64 letters, digits/) as string,
    });
  });
});
