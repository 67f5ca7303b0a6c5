import { nearest } from './nearest.js';

const TOOLS = ['fs_list', 'fs_read', 'shell_exec'];

describe('the nearest name', () => {
  it('is at most two letters away, the closest of several', () => {
    expect(nearest('fs_lst', TOOLS)).toBe('fs_list');
    expect(nearest('shell_exce', TOOLS)).toBe('shell_exec');
    expect(nearest('FS_READ', TOOLS)).toBe('fs_read');
    expect(nearest('aab', ['aac', 'aab1', 'aa'])).toBe('aac');
  });

  it('is none for what resembles nothing, or is too short to say', () => {
    expect(nearest('reboot', TOOLS)).toBeUndefined();
    expect(nearest('x', ['y', 'z'])).toBeUndefined();
    expect(nearest('', TOOLS)).toBeUndefined();
  });
});
