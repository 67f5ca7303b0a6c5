import { INSTALLER_CODE } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { ShortCodes } from './short-codes.js';

const LIFE_MS = 60_000;
let clock: FakeClock;
let codes: ShortCodes;

beforeEach(() => {
  clock = new FakeClock();
  codes = new ShortCodes(clock);
});
const issue = (nonce = 'nonce') => codes.issue(nonce, clock.now() + LIFE_MS);

/** None of the codes that were made: it has a letter that no code has. */
const WRONG = 'OOOOOO';
function guess(times: number): void {
  for (let i = 0; i < times; i += 1) expect(codes.nonceOf(WRONG)).toBeNull();
}

describe('a code to type', () => {
  it('is six letters that nobody takes for others, and leads to its link however it is written', () => {
    const code = issue();
    expect(code).toMatch(new RegExp(INSTALLER_CODE.pattern));
    expect(code).not.toMatch(/[ILO]/);
    expect(codes.nonceOf(code)).toBe('nonce');
    expect(codes.nonceOf(code.toLowerCase())).toBe('nonce');
  });

  it('ends with its link', () => {
    const code = issue();
    clock.advance(LIFE_MS - 1);
    expect(codes.nonceOf(code)).toBe('nonce');
    clock.advance(1);
    expect(codes.nonceOf(code)).toBeNull();
    const used = issue();
    codes.forget(used.toLowerCase());
    expect(codes.nonceOf(used)).toBeNull();
  });

  it('ends after a hundred wrong ones, whoever typed them, and a later one lives on', () => {
    const first = issue('first');
    guess(99);
    expect(codes.nonceOf(first)).toBe('first');
    const second = issue('second');
    guess(1);
    expect(codes.nonceOf(first)).toBeNull();
    expect(codes.nonceOf(second)).toBe('second');
  });

  it('ends when there are too many others', () => {
    const first = issue('first');
    const second = issue('second');
    for (let i = 0; i < 31; i += 1) issue(`more ${i}`);
    expect(codes.nonceOf(first)).toBeNull();
    expect(codes.nonceOf(second)).toBe('second');
  });
});
