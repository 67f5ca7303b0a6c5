import { Component, signal } from '@angular/core';
import { DeferBlockBehavior, TestBed } from '@angular/core/testing';
import { DAY_MS } from '@kenny/kernel';
import { Chart } from './chart';
import type { ChartModel, ChartPoint } from './chart-model';
import { arrivalWords, chartSentence, presentWords } from './chart-words';

const FROM = Date.parse('2031-05-01T00:00:00Z');
const DISK: ChartModel = {
  ...{ kind: 'lines', unit: '%', from: FROM, to: FROM + 2 * DAY_MS, stepMs: DAY_MS, utc: true },
  lines: [
    {
      label: '/',
      points: [
        [FROM, 40, 38, 44],
        [FROM + DAY_MS, 50, 49, 52],
      ],
    },
    { label: '/home', points: [[FROM, 70]] },
  ],
  forecasts: [
    {
      summary: '/ is full in about 5 days',
      start: [FROM + DAY_MS, 50],
      end: [FROM + 6 * DAY_MS, 100],
    },
  ],
};

@Component({
  imports: [Chart],
  template: '<kenny-chart title="Disk used" [model]="model()" />',
})
class Page {
  readonly model = signal<ChartModel>(DISK);
}

describe('a chart', () => {
  const page = async () => {
    TestBed.configureTestingModule({ deferBlockBehavior: DeferBlockBehavior.Manual });
    const fixture = TestBed.createComponent(Page);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const press = async () => {
      element.querySelector('button')?.click();
      await fixture.whenStable();
    };
    return { fixture, element, press };
  };
  const cells = (element: HTMLElement) =>
    [...element.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.trim()),
    );

  it('says in one sentence what it shows', () => {
    expect(chartSentence('Disk used', DISK)).toBe(
      'Disk used, 1 May to 3 May: / 50 % at the end, ranging from 38 % to 52 %; ' +
        '/home 70 % throughout. / is full in about 5 days, around 7 May',
    );
    expect(chartSentence('Disk used', { ...DISK, lines: [] })).toBe('Disk used: no data');
  });

  it('says beside its title how it is now, and what it ranged over', () => {
    expect(presentWords(DISK)).toBe('now / 50 %, /home 70 %');
    expect(presentWords(DISK, false)).toBe('last / 50 %, /home 70 %');
    expect(presentWords({ ...DISK, lines: DISK.lines.slice(0, 1) })).toBe(
      'now 50 %, range 38 % to 52 %',
    );
    expect(presentWords({ ...DISK, lines: DISK.lines.slice(1) })).toBe('now 70 %');
    expect(presentWords({ ...DISK, lines: [] })).toBe('');
  });

  it('is a table too, newest first, with an empty cell where nothing is known', async () => {
    const { element, press } = await page();
    expect(element.querySelector('table')).toBeNull();
    await press();
    expect(cells(element)).toEqual([
      ['Time', '/', '/home'],
      ['2 May', '50 %', ''],
      ['1 May', '40 %', '70 %'],
    ]);
    await press();
    expect(element.querySelector('table')).toBeNull();
  });

  it('names its lines and what is to come, with its day', async () => {
    const { element } = await page();
    const legend = [...element.querySelectorAll('.legend li')].map((li) => li.textContent.trim());
    expect(legend).toEqual(['/', '/home', '/ is full in about 5 days, around 7 May']);
  });

  it('names the day that is as many days away as its sentence says', () => {
    const [forecast] = DISK.forecasts ?? [];
    const day = (inDays: number) => {
      const start = FROM + DAY_MS / 4;
      const end = start + inDays * DAY_MS;
      return forecast && arrivalWords({ ...forecast, start: [start, 93], end: [end, 100] }, DISK);
    };
    expect([8.6, 9, 9.4].map(day)).toEqual(['10 May', '10 May', '10 May']);
    expect(day(0.9)).toBe('2 May');
  });

  it('says what is tinted behind its line', async () => {
    const { fixture, element } = await page();
    const [line] = DISK.lines;
    fixture.componentInstance.model.set({
      ...{ ...DISK, forecasts: [], lines: line ? [{ ...line, label: '' }] : [] },
      zones: [
        { status: 'warn', from: 80, to: 95 },
        { status: 'crit', from: 95 },
        { status: 'warn', to: 10 },
      ],
    });
    await fixture.whenStable();
    const legend = [...element.querySelectorAll('.legend li')].map((li) => li.textContent.trim());
    expect(legend).toEqual([
      'Average',
      'Lowest to highest',
      'Warning: 80 % to 95 %',
      'Critical: from 95 %',
      'Warning: below 10 %',
    ]);
  });

  it('does not explain a band that is too narrow to be seen', async () => {
    const { fixture, element } = await page();
    const points = [0, 1, 2].map((at): ChartPoint => [DISK.from + at * DISK.stepMs, 93, 92.8, 93]);
    fixture.componentInstance.model.set({
      ...{ ...DISK, forecasts: [], lines: [{ label: 'C:', points }] },
      zones: [{ status: 'crit', from: 95 }],
    });
    await fixture.whenStable();
    const legend = [...element.querySelectorAll('.legend li')].map((li) => li.textContent.trim());
    expect(legend).toEqual(['C:', 'Critical: from 95 %']);
  });

  it('tells bars apart by their order and by lines through them, and says what is counted', async () => {
    const { fixture, element } = await page();
    const bars: ChartModel = {
      ...{ kind: 'bars', unit: 'count', noun: ['PC', 'PCs'], from: DISK.from, to: DISK.to },
      stepMs: DISK.stepMs,
      lines: [
        { label: 'OK', colour: 'ok', points: [[DISK.from, 7]] },
        { label: 'Warning', colour: 'warn', points: [[DISK.from, 1]] },
        { label: 'Critical', colour: 'crit', points: [[DISK.from, 0]] },
      ],
    };
    fixture.componentInstance.model.set(bars);
    await fixture.whenStable();
    const hatches = [...element.querySelectorAll('.legend path')].map((one) =>
      one.getAttribute('d'),
    );
    expect(new Set(hatches).size).toBe(3);
    expect(chartSentence('Fleet', bars)).toMatch(/OK 7 PCs at the end; Warning 1 PC at the end/);
  });

  it('says when there is nothing to draw', async () => {
    const { fixture, element } = await page();
    fixture.componentInstance.model.set({ ...DISK, lines: [], forecasts: [] });
    await fixture.whenStable();
    expect(element.textContent).toContain('No data in this time range.');
    expect(element.querySelector('button')).toBeNull();
  });
});
