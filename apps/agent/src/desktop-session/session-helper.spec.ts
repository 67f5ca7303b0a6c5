import { isTold } from './session-helper.js';

describe('whether a person was told of a picture', () => {
  it.each([
    ['the taskbar took the notice', () => true, true],
    ['the taskbar did not take it', () => false, false],
    ['there is no icon', () => undefined, false],
  ])('is known: %s', (_what, tell, told) => {
    expect(isTold(tell)).toBe(told);
  });

  it('is no where Windows refuses the call, and the picture stays', () => {
    const failing = () => {
      throw new Error('Shell_NotifyIconW');
    };
    expect(isTold(failing)).toBe(false);
  });
});
