import { childProgram, startChild } from '../../test/child-program.js';
import { isMuch } from './young-generation.js';

it('lets the young generation grow while collecting it is much of the work, and not before', async () => {
  const program = await childProgram('fill-young.ts');
  const line = await startChild(program.file, []).line((text) => text.includes('then'));
  program.remove();
  const [kept, grown] = line.match(/[\d.]+/g)?.map(Number) ?? [];
  expect(kept).toBeLessThanOrEqual(2);
  expect(grown).toBeGreaterThanOrEqual(8);
}, 60_000);

it.each([
  { what: 'commands, as many as it can', collecting: 600, active: 5_000, idle: 0, much: true },
  { what: 'commands, half as many', collecting: 300, active: 2_500, idle: 2_500, much: true },
  { what: 'a fleet that connects', collecting: 250, active: 5_000, idle: 0, much: false },
  { what: 'hardly any work', collecting: 4, active: 20, idle: 5_000, much: false },
])('takes $what for much: $much', ({ collecting, active, idle, much }) => {
  expect(isMuch(collecting, { active, idle })).toBe(much);
});
