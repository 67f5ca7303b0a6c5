import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.js';

/** What a person did to get something done, and how long the product took to answer. */
export interface Effort {
  readonly clicks: number;
  /** Pressed by themselves: Enter, Tab, shortcuts. */
  readonly keys: number;
  /** Words typed into a field, however long. */
  readonly texts: number;
  /** From an action until what it was for is on the screen, all of them together. */
  readonly seconds: number;
}

/** More stops are no way for anybody. */
const MOST_TABS = 80;

/** The hand of a person at a page, which counts what it does. */
export class Hand {
  private clicks = 0;
  private keys = 0;
  private texts = 0;
  private waitedMs = 0;
  private since: number | undefined;

  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    await this.ready(target);
    this.clicks += 1;
    this.since = performance.now();
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    this.since = performance.now();
    await this.page.keyboard.press(key);
  }

  /** Where the focus is. */
  async type(text: string): Promise<void> {
    this.texts += 1;
    await this.page.keyboard.type(text);
  }

  /** What there is to do is there, and may be done; nothing is touched. */
  async ready(target: Locator): Promise<void> {
    await this.sees(target);
    await target.click({ trial: true });
  }

  /** By Tab alone, from where the focus is. */
  async tabTo(target: Locator): Promise<void> {
    await this.sees(target);
    const there = target.and(this.page.locator(':focus'));
    for (let stops = 0; (await there.count()) === 0; stops += 1) {
      if (stops === MOST_TABS) throw new Error(`${String(target)} is not reached by Tab`);
      await this.press('Tab');
    }
    this.since = undefined;
  }

  /** It is on the screen; the wait for it is the product's. */
  async sees(target: Locator): Promise<void> {
    await target.first().waitFor();
    if (this.since !== undefined) this.waitedMs += performance.now() - this.since;
    this.since = undefined;
  }

  /** It is on the screen without scrolling. */
  async seesAtOnce(target: Locator): Promise<void> {
    await this.sees(target);
    const height = this.page.viewportSize()?.height ?? 0;
    await eventually(`${String(target)} is in view`, async () => {
      const box = await target.first().boundingBox();
      if (!box || box.y < 0 || box.y + box.height > height) throw new Error(`it is at ${box?.y}`);
      return true;
    });
  }

  get effort(): Effort {
    const { clicks, keys, texts } = this;
    return { clicks, keys, texts, seconds: this.waitedMs / 1000 };
  }
}

/** `2 + 1 text + 3 keys`. */
export function effortWords({ clicks, keys, texts }: Effort): string {
  const more = [
    ...(texts > 0 ? [`${texts} ${texts === 1 ? 'text' : 'texts'}`] : []),
    ...(keys > 0 ? [`${keys} ${keys === 1 ? 'key' : 'keys'}`] : []),
  ];
  return [String(clicks), ...more].join(' + ');
}
