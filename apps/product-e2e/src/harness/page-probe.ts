import type { CDPSession, Page } from 'playwright-core';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { WORKSPACE } from './world.js';

const SCRIPT = join(WORKSPACE, 'apps/product-e2e/programs/page-probe.js');

const SINCE_LAST_SCRIPT = `performance.now() - Math.max(0, ...performance
  .getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .map(({ responseEnd }) => responseEnd))`;
/** Longer than the page waits before the first of them. */
const QUIET_MS = 12_000;
const PRELOADING_MS = 90_000;

/** How a page stood in one frame, in pixels. */
export interface Picture {
  readonly scrolled: number;
  readonly height: number;
  /** Of what is followed, from the top of the window. */
  readonly top: number | null;
  readonly bottom: number | null;
}

/** Measures inside the page, by its own clock, without anything of the product's taking part. */
export class PageProbe {
  private constructor(
    private readonly page: Page,
    private readonly devtools: CDPSession,
  ) {}

  /** From the next address on. */
  static async of(page: Page): Promise<PageProbe> {
    await page.addInitScript({ path: SCRIPT });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    return new PageProbe(page, devtools);
  }

  /** From the answer with the fleet until its first row is on the screen. */
  rowsAfterData(): Promise<number> {
    return this.number("kennyProbe.rows.then((at) => at - kennyProbe.arrived['fleet.subscribe'])");
  }

  /**
   * From the next event of that kind until a selector fits. It listens once this has answered: keys
   * and clicks take another way into the page, and would overtake it.
   * @returns what waits for the figure
   */
  async after(event: 'click' | 'input', selector: string): Promise<() => Promise<number>> {
    const wanted = JSON.stringify(selector);
    await this.page.evaluate(
      `kennyProbe.next = kennyProbe.after('${event}', () => document.querySelector(${wanted}) !== null);
       undefined`,
    );
    return () => this.number('kennyProbe.next');
  }

  /** When the text was on the screen, in milliseconds since 1970. */
  async seen(text: string): Promise<number> {
    return this.number(
      `kennyProbe.text(${JSON.stringify(text)}).then((at) => performance.timeOrigin + at)`,
    );
  }

  nodes(): Promise<number> {
    return this.number("document.querySelectorAll('*').length");
  }

  largestPaint(): Promise<number> {
    return this.number('kennyProbe.paint');
  }

  /** How far parts of the page have moved by themselves, as Cumulative Layout Shift counts it. */
  layoutShift(): Promise<number> {
    return this.number('kennyProbe.shift');
  }

  /** Keeps every picture in which the page or the last element that fits stood elsewhere. */
  async follow(selector: string): Promise<void> {
    await this.page.evaluate(`kennyProbe.follow(${JSON.stringify(selector)})`);
  }

  /** Those since the last call. */
  pictures(): Promise<Picture[]> {
    return this.page.evaluate('kennyProbe.pictures.splice(0)');
  }

  now(): Promise<number> {
    return this.number('performance.now()');
  }

  /** Tasks above 50 ms that began after a moment of the page's clock. */
  async longTasks(since: number): Promise<number[]> {
    const all = await this.page.evaluate<[number, number][]>('kennyProbe.tasks');
    return all.filter(([start]) => start >= since).map(([, duration]) => duration);
  }

  /** From a key or button until the next picture: the slowest; 0 when none took 16 ms. */
  slowestInteraction(): Promise<number> {
    return this.number('Math.max(0, ...kennyProbe.interactions)');
  }

  /** Until no script has come for so long that every other page is loaded ahead (`PreloadWhenIdle`). */
  async preloaded(): Promise<void> {
    await eventually(
      'the other pages are loaded ahead',
      async () => ((await this.number(SINCE_LAST_SCRIPT)) > QUIET_MS ? true : undefined),
      PRELOADING_MS,
    );
  }

  /** Bytes in use, after everything that can go has gone. */
  async heap(): Promise<number> {
    await this.devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  }

  /** As on a machine that is so many times slower. */
  async slowDown(times: number): Promise<void> {
    await this.devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  private async number(script: string): Promise<number> {
    return Number(await this.page.evaluate(script));
  }
}
