import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Api } from './api.js';
import { WORKSPACE } from './world.js';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Nothing of a browser's own that would go to the network. */
const FLAGS = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of axe: all, those that look at colours, and all but the one that reckons with their contrast. */
const RULES = {
  all: {},
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
  exceptContrast: { rules: { 'color-contrast': { enabled: false } } },
} as const;

/** A browser on this machine, or why there is none. Debian's package is installed when it may be. */
export function findChromium(): { path: string } | { missing: string } {
  const found = installed();
  if (found) return { path: found };
  if (process.getuid?.() === 0) {
    console.log('Installing a browser for the tests (apt-get install chromium).');
    const apt = (...args: string[]) => spawnSync('apt-get', ['-q', ...args], { stdio: 'ignore' });
    const install = ['install', '-y', '--no-install-recommends', 'chromium'];
    if (apt(...install).status !== 0) {
      apt('update');
      apt(...install);
    }
  }
  const path = installed();
  return path ? { path } : { missing: 'no Chromium here; install it, or set CHROME_PATH' };
}

function installed(): string | undefined {
  return [process.env['CHROME_PATH'] ?? '', ...CANDIDATES].find(
    (path) => path !== '' && existsSync(path),
  );
}

export function openBrowser(executablePath: string): Promise<Browser> {
  // As root Chromium refuses its own sandbox.
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  return chromium.launch({ executablePath, args });
}

/** `describe` where there is a browser; where there is none, one line says what is not tested. */
export function describeInBrowser(what: string, tests: (executable: string) => void): void {
  const found = findChromium();
  if ('path' in found) {
    describe(what, () => tests(found.path));
    return;
  }
  process.stdout.write(`\nNot tested: ${what}: ${found.missing}.\n`);
  describe.skip(what, () => tests(''));
}

/** Logs in as a person does, and waits for the first page. */
export async function logIn(page: Page, { url, token }: Api): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** A picture of what was on the screen, kept with the results of the tests. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const path = join(WORKSPACE, '.test-results/screens', `${name}.jpeg`);
  await page.screenshot({ path, animations: 'disabled' });
}

/** Two frames: what was asked for in one is drawn in the next. */
const DRAWN = `new Promise((drawn) => {
  requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
})`;

/** What the page was told by now is on the screen. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(DRAWN);
}

/** What is to be judged of a page that is looked at in the light theme first. */
export const rulesIn = (theme: 'light' | 'dark') => (theme === 'light' ? 'all' : 'colours');

/**
 * What axe has to say, as `rule: element`; the policy of the server stays as it is. The page is
 * judged as it rests: what fades or moves, now or while axe looks, has colours that nobody is meant
 * to read, so the page is told that somebody wants no motion.
 * @param rules - `colours` of a page that was judged in another theme: only they are other now
 */
export async function accessibilityFaults(
  page: Page,
  rules: keyof typeof RULES = 'all',
): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    await drawn(page);
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
    const options = { resultTypes: ['violations'], ...RULES[rules] };
    const faults: unknown =
      await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
    return faults as string[];
  } finally {
    await page.emulateMedia({ reducedMotion: null });
  }
}
