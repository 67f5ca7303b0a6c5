import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { memory, parseMeminfo } from './linux.js';

const KIB = 1024;

describe('section memory', () => {
  const aMachine = madeMachines();
  const read = async (meminfo: string) =>
    memory(await aMachine({ files: { '/proc/meminfo': meminfo } }));

  it('counts what is not available as used (recorded, Debian 12)', async () => {
    const text = await recorded('memory/recorded/debian12.txt');
    const available = (parseMeminfo(text).get('MemAvailable') ?? 0) / KIB;
    const reading = await read(text);
    expect(reading).toHaveProperty(
      'summary',
      expect.stringMatching(/^\d+(\.\d)? % of 23\.6 GiB used, no swap$/),
    );
    expect(reading).toMatchObject({
      kind: 'read',
      fields: {
        total_bytes: 24731700 * KIB,
        used_bytes: (24731700 - available) * KIB,
        swap_total_bytes: 0,
        swap_used_bytes: 0,
      },
    });
  });

  it('estimates where the kernel is older than MemAvailable (documented)', async () => {
    const text = 'MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 50 kB\nCached: 250 kB\n';
    expect(await read(text)).toMatchObject({ fields: { percent_used: 60 } });
  });

  it('shows swap', async () => {
    const text = 'MemTotal: 1000 kB\nMemAvailable: 500 kB\nSwapTotal: 4096 kB\nSwapFree: 1024 kB\n';
    expect(await read(text)).toMatchObject({
      summary: '50 % of 1000 KiB used, 3 MiB of swap',
      fields: { swap_used_bytes: 3072 * KIB },
    });
  });

  it.each(['', 'MemTotal: 0 kB', 'MemTotal: 5 kB', 'MemTotal: many kB\nMemFree: 1 kB', '\0\xff'])(
    'is unreadable, not zero, on %j',
    async (text) => expect(await read(text)).toMatchObject({ kind: 'unreadable' }),
  );
});
