import { SERVER_FILES } from '@kenny/contract';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirs } from '../../test/temp-dir.js';
import type { Writer } from '../database/index.js';
import { SecretBox } from './secret-box.js';

const newDir = tempDirs();
/** It only shows that the folder is there. */
const WRITER: unknown = {};

describe('the box of secrets', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = newDir();
  });
  const box = () => new SecretBox({ dataDir }, WRITER as Writer);
  const keyFile = () => join(dataDir, SERVER_FILES.alertsKey);

  it('opens what it sealed, also after a restart, with a private key made when it is needed', () => {
    const first = box();
    expect(existsSync(keyFile())).toBe(false);
    const sealed = first.seal('hunter2 ✓', 'channel-1');
    expect(Buffer.from(sealed, 'base64').includes('hunter2')).toBe(false);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(box().open(sealed, 'channel-1')).toBe('hunter2 ✓');
  });

  it('seals the same secret otherwise each time', () => {
    const one = box();
    expect(one.seal('x', 'a')).not.toBe(one.seal('x', 'a'));
  });

  it.each([
    ['another owner', (sealed: string) => [sealed, 'channel-2']],
    ['a changed byte', (sealed: string) => [changed(sealed), 'channel-1']],
    ['half of it', (sealed: string) => [sealed.slice(0, 12), 'channel-1']],
    ['nothing', () => ['', 'channel-1']],
  ])('does not open for %s', (_, change) => {
    const one = box();
    const [sealed = '', owner = ''] = change(one.seal('hunter2', 'channel-1'));
    expect(one.open(sealed, owner)).toBeUndefined();
  });

  it('says that its key is damaged, and keeps what is left of it', () => {
    const sealed = box().seal('hunter2', 'channel-1');
    const half = readFileSync(keyFile(), 'utf8').slice(0, 20);
    writeFileSync(keyFile(), half);
    expect(box().open(sealed, 'channel-1')).toBeUndefined();
    expect(() => box().seal('x', 'a')).toThrow(/alerts\.key is damaged\. Restore it/);
    expect(readFileSync(keyFile(), 'utf8')).toBe(half);
  });

  it('does not open with another key', () => {
    const sealed = box().seal('hunter2', 'channel-1');
    const before = readFileSync(keyFile(), 'utf8');
    rmSync(keyFile());
    expect(box().open(sealed, 'channel-1')).toBeUndefined();
    expect(readFileSync(keyFile(), 'utf8')).not.toBe(before);
  });
});

function changed(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
}
