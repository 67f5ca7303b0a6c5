import { API_PATHS, type CreatedToken } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import { Api } from './api.js';
import { accessibilityFaults, keepPicture, logIn } from './browser.js';

/** What is on the screen is for everybody: in both themes, on a phone and on a desk. */
export async function forEverybody(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await keepPicture(page, `${name}-${colorScheme}-${width}`);
    }
  }
}

/** Somebody who may only look, in a window of their own. */
export async function aViewer(browser: Browser, api: Api): Promise<Page> {
  const body = { operator: { id: 'vera', name: 'Vera' }, name: 'tab', scope: 'viewer' };
  const made = await api.post<CreatedToken>(API_PATHS.tokens, body);
  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, new Api(api.url, made.body.token));
  return page;
}
