import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { faultInWords } from './faults-in-words.mjs';
import { toldSteps } from './told-steps.mjs';

describe('why a package could not be made', () => {
  it('names the program that is missing, and where it comes from', async () => {
    const env = { PATH: '/nowhere' };
    const fault: unknown = await promisify(execFile)('strip', ['x'], { env }).catch(
      (error: unknown) => error,
    );
    expect(faultInWords(fault)).toBe(
      'strip is not on this computer; install the package binutils and try again',
    );
  });

  it('is one line, whatever was thrown', () => {
    expect(faultInWords(new Error('no room\n    at somewhere'))).toBe('no room');
    expect(faultInWords(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toContain('disk');
    expect(faultInWords('a text')).toBe('a text');
    expect(faultInWords(undefined)).toBe('undefined');
    expect(faultInWords(new Error(''))).toBe('it failed without a reason');
  });
});

describe('the steps of a package', () => {
  it('are told in the form that the server reads', () => {
    const told: string[] = [];
    const step = toldSteps(2, (line: string) => told.push(line));
    step('Bundling the agent');
    step('Saving the package');
    expect(told).toEqual(['step 1/2 Bundling the agent', 'step 2/2 Saving the package']);
  });
});
