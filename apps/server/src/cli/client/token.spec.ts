import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirs } from '../../../test/temp-dir.js';
import { CliError } from '../errors.js';
import { readToken, tokenFile } from './token.js';

const tempDir = tempDirs();
const read = (env: Record<string, string>, home = '/nowhere') =>
  readToken({ env, home, cwd: home });

function fileOf(content: string, mode = 0o600): string {
  const file = join(tempDir(), 'token');
  writeFileSync(file, content, { mode });
  chmodSync(file, mode);
  return file;
}

function troubleOf(work: () => unknown): CliError {
  try {
    work();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('readToken', () => {
  it('takes KENNY_TOKEN, then KENNY_TOKEN_FILE, then the file at home', () => {
    const home = tempDir();
    const file = tokenFile({ env: {}, home });
    expect(file).toBe(join(home, '.config/kenny/token'));
    mkdirSync(join(home, '.config/kenny'), { recursive: true });
    writeFileSync(file, 'kny_home\n', { mode: 0o600 });
    expect(read({}, home)).toBe('kny_home');
    expect(read({ KENNY_TOKEN_FILE: fileOf('kny_file\n') }, home)).toBe('kny_file');
    expect(read({ KENNY_TOKEN: ' kny_env ' }, home)).toBe('kny_env');
  });

  it('looks below XDG_CONFIG_HOME where that is set', () => {
    expect(tokenFile({ env: { XDG_CONFIG_HOME: '/etc/x' }, home: '/home/a' })).toBe(
      '/etc/x/kenny/token',
    );
  });

  it.each([0o644, 0o640, 0o602, 0o660])(
    'refuses a file of mode %o, which others can read',
    (mode) => {
      const trouble = troubleOf(() => read({ KENNY_TOKEN_FILE: fileOf('kny_x', mode) }));
      expect(trouble.message).toContain('chmod 600');
      expect(trouble.message).not.toContain('kny_x');
      expect(trouble.exit).toBe(2);
    },
  );

  it('says what to do without any token, and exits as refused', () => {
    const trouble = troubleOf(() => read({}, tempDir()));
    expect(trouble.message).toContain('set KENNY_TOKEN');
    expect(trouble).toMatchObject({ code: 'unauthenticated', exit: 3 });
  });

  it.each([
    [{ KENNY_TOKEN: 'a', KENNY_TOKEN_FILE: '/x' }, 'both set'],
    [{ KENNY_TOKEN_FILE: '/nowhere/token' }, 'there is no such file'],
    [{ KENNY_TOKEN_FILE: '/' }, 'not a regular file'],
    [{ KENNY_TOKEN: 'two words' }, 'does not hold a token'],
    [{ KENNY_TOKEN: 'evil\r\nx-header: 1' }, 'does not hold a token'],
  ])('refuses %j', (env, words) => {
    expect(troubleOf(() => read(env)).message).toContain(words);
  });

  it.each(['', '\n', 'a b', 'x'.repeat(10_000)])(
    'refuses a file that holds no token',
    (content) => {
      const trouble = troubleOf(() => read({ KENNY_TOKEN_FILE: fileOf(content) }));
      expect(trouble.message).toContain('does not hold a token');
    },
  );
});
