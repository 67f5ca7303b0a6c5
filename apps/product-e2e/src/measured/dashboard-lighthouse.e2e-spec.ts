import { API_PATHS } from '@kenny/contract';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../harness/browser.js';
import { Installation } from '../harness/installation.js';
import { livedIn } from '../harness/lived-in-fleet.js';
import { target } from '../harness/targets.js';
import { aWorld, WORKSPACE } from '../harness/world.js';

/**
 * The production build on the real server as Lighthouse sees it. It is installed for this test alone;
 * where the registry cannot be reached one line says so.
 */
const world = aWorld();
const ENOUGH = 95;
const RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 3);
const INSTALL_MS = 5 * 60_000;
const RUN_MS = 10 * 60_000;
const REPORTS = join(WORKSPACE, '.test-results/lighthouse');

interface Scores {
  readonly page: string;
  readonly preset: string;
  readonly runs: number;
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
}

const chromium = findChromium();
const missing = 'missing' in chromium ? chromium.missing : await whyNotInstalled();
if (missing !== undefined) process.stdout.write(`\nNot tested: Lighthouse: ${missing}.\n`);

async function whyNotInstalled(): Promise<string | undefined> {
  const install = world.start({
    name: 'install of Lighthouse',
    args: ['tools/lighthouse/install.mjs'],
    cwd: WORKSPACE,
  });
  const { code } = await install.ended(INSTALL_MS);
  if (code === 0) return undefined;
  const last = install.output.trim().split('\n').at(-1) ?? '';
  return `it could not be installed: ${last}`;
}

(missing === undefined ? describe : describe.skip)('Lighthouse', () => {
  it(
    'finds login, fleet and PC quick, usable and well made, at a desk and on a phone',
    world.telling(async () => {
      const installation = await Installation.prepare(world, 'lighthouse');
      await installation.startServer();
      const { agentId } = await livedIn(world, installation.api);
      mkdirSync(REPORTS, { recursive: true });
      const { url } = installation.api;
      const judge = world.start({
        name: 'Lighthouse',
        args: [
          'tools/lighthouse/run.mjs',
          JSON.stringify({
            ...{ chrome: 'path' in chromium ? chromium.path : '', base: url },
            cookie: await sessionCookie(url, installation.api.token),
            pages: [
              { name: 'login', path: '/login', loggedIn: false },
              { name: 'fleet', path: '/fleet', loggedIn: true },
              { name: 'pc', path: `/fleet/${agentId}`, loggedIn: true },
            ],
            ...{ runs: RUNS, enough: ENOUGH, report: join(REPORTS, 'report') },
          }),
        ],
        cwd: WORKSPACE,
      });
      expect((await judge.ended(RUN_MS)).code).toBe(0);
      const rows = judge.stdout.trim().split('\n');
      for (const row of rows.map((line) => JSON.parse(line) as Scores)) show(row);
      expect(rows).toHaveLength(6);
    }),
    RUN_MS + 60_000,
  );
});

/** Speed depends on the machine; what is usable and well made does not. */
function show(scores: Scores): void {
  const note = `median of ${RUNS}${scores.runs < RUNS ? `, decided after ${scores.runs}` : ''}`;
  const row = (category: 'performance' | 'accessibility' | 'best-practices') => ({
    ...{ what: `Lighthouse ${scores.page}, ${scores.preset}: ${category}` },
    ...{ value: scores[category], unit: 'points', atLeast: ENOUGH, note },
  });
  target({ ...row('performance'), judged: 'gross' });
  target({ ...row('accessibility'), judged: 'exact' });
  target({ ...row('best-practices'), judged: 'exact' });
}

async function sessionCookie(url: string, token: string): Promise<{ name: string; value: string }> {
  const answer = await fetch(url + API_PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token }),
  });
  const [, name = '', value = ''] =
    /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (value === '') throw new Error(`the login answered ${answer.status} without a session`);
  return { name, value };
}
