import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { pruneRotated } from './prune-rotated.js';

const folder = temporaryFolder();
const day = (stem: string, number: number): string => `${stem}-2026060${number}T120000.000.log`;

it('keeps the newest of each kind that nssm rotated, and every other file', async () => {
  const others = ['out.log', 'err.log', 'kenny-agent.log', 'out-notes.log', 'output-1.log'];
  const rotated = [1, 2, 3, 4].flatMap((number) => [day('out', number), day('err', number)]);
  for (const name of [...others, ...rotated, day('other', 1)]) {
    await writeFile(join(folder.path, name), '');
  }
  await pruneRotated(folder.path, ['out', 'err'], 2);
  expect((await readdir(folder.path)).sort()).toEqual(
    [
      ...others,
      ...[day('out', 3), day('out', 4), day('err', 3), day('err', 4), day('other', 1)],
    ].sort(),
  );
  await pruneRotated(folder.path, ['out', 'err'], 2);
  expect(await readdir(folder.path)).toHaveLength(10);
});
