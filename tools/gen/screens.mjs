import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runJest } from '../run/jest.mjs';
import { build, ensureSqlite, ROOT, steps } from '../run/steps.mjs';
import { movingPicture } from './apng.mjs';

const FRAMES = join(ROOT, '.test-results/run-frames');
/** Who opens the README has to load it. */
const LARGEST = 1_500_000;

/**
 * `npm run gen:screens`: takes the pictures of `README.md`, `docs/guides/dashboard.md` and
 * `docs/guides/tasks.md` anew, of the built dashboard on a real server; with a part of a name, only
 * those. Not part of `npm run gen`: it needs a browser, and fonts differ between machines.
 */
rmSync(FRAMES, { recursive: true, force: true });
await steps(ensureSqlite, build, () =>
  runJest('screens', ['--runInBand', ...process.argv.slice(2)]),
);
if (existsSync(FRAMES)) putTogether();

/** Frames are named by their place and by how long they stand. */
function putTogether() {
  const frames = readdirSync(FRAMES)
    .sort()
    .map((name) => ({
      png: readFileSync(join(FRAMES, name)),
      ms: Number(/-(\d+)\.png$/.exec(name)?.[1]),
    }));
  const picture = movingPicture(frames);
  if (picture.length > LARGEST) throw new Error(`the moving picture has ${picture.length} bytes`);
  writeFileSync(join(ROOT, 'docs/guides/screens/run.png'), picture);
}
