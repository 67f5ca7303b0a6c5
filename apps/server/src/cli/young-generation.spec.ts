import { childProgram, startChild } from '../../test/child-program.js';

it('lets the young generation grow with load, and not before', async () => {
  const program = await childProgram('fill-young.ts');
  const line = await startChild(program.file, []).line((text) => text.includes('then'));
  program.remove();
  const [kept, grown] = line.match(/[\d.]+/g)?.map(Number) ?? [];
  expect(kept).toBeLessThanOrEqual(2);
  expect(grown).toBeGreaterThanOrEqual(8);
}, 60_000);
