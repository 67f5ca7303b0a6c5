import { API_PATHS, type CreatedToken, type Scope } from '@kenny/contract';
import type { Browser, Page } from 'playwright-core';
import { Api } from './api.js';
import { accessibilityFaults, keepPicture, logIn, rulesIn } from './browser.js';

/** What is on the screen is for everybody: in both themes, on a phone and on a desk. */
export async function forEverybody(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      expect(await accessibilityFaults(page, rulesIn(colorScheme))).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await keepPicture(page, `${name}-${colorScheme}-${width}`);
    }
  }
}

/** Somebody who may only look, in a window of their own. */
export function aViewer(browser: Browser, api: Api): Promise<Page> {
  return somebody(browser, api, { id: 'vera', name: 'Vera', scope: 'viewer' });
}

/** Somebody who asks and runs, and is no admin. */
export function anOperator(browser: Browser, api: Api): Promise<Page> {
  return somebody(browser, api, { id: 'oskar', name: 'Oskar', scope: 'operator' });
}

interface Somebody {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
}

async function somebody(browser: Browser, api: Api, who: Somebody): Promise<Page> {
  const { scope, ...operator } = who;
  const body = { operator, name: 'tab', scope };
  const made = await api.post<CreatedToken>(API_PATHS.tokens, body);
  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, new Api(api.url, made.body.token));
  return page;
}
