import { FakeClock } from '@kenny/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliWorld } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
const NAME = 'kenny-20260603T120000Z-daily.tar.gz.age';

let world: CliWorld;
let file: string;

beforeEach(() => {
  const dir = newDir();
  world = new CliWorld(dir, new FakeClock());
  file = join(dir, NAME);
  writeFileSync(file, 'age-encryption.org/v1\n…');
  world.keyboard.end('');
});

describe('what opens an encrypted backup', () => {
  it('is a passphrase that is not empty, and is named so', async () => {
    const { code, err } = await world.run('backup', 'verify', file, '--passphrase');
    expect([code !== 0, err]).toEqual([true, expect.stringContaining('No passphrase was given')]);
  });

  it('is a key or a passphrase, not both: the fault could not say which failed', async () => {
    const both = ['--identity', 'backup-key.txt', '--passphrase'];
    const { code, err } = await world.run('backup', 'verify', file, ...both);
    expect([code !== 0, err]).toEqual([true, expect.stringContaining('leave out one')]);
  });

  it('is a key from standard input, which a server may read that cannot read its file', async () => {
    const { code, err } = await world.run('backup', 'verify', file, '--identity', '-');
    expect([code !== 0, err]).toEqual([
      true,
      expect.stringContaining('Standard input holds no key of age'),
    ]);
  });
});
