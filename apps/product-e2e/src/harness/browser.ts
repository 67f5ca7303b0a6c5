import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Nothing of a browser's own that would go to the network. */
const FLAGS = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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

/** What axe has to say, as `rule: element`; the policy of the server stays as it is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: unknown = await page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
  return faults as string[];
}
