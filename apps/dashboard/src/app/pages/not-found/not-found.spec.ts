import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { PaletteOpener } from '../../core/commands/palette-opener';
import { NotFound } from './not-found';

async function waysFrom(path: string): Promise<string[]> {
  TestBed.configureTestingModule({
    providers: [provideRouter([]), { provide: PaletteOpener, useValue: {} }],
  });
  history.replaceState(null, '', path);
  const fixture = TestBed.createComponent(NotFound);
  await fixture.whenStable();
  const page = fixture.nativeElement as HTMLElement;
  return [...page.querySelectorAll('a')].map(({ textContent }) => textContent.trim());
}

describe('a page that there is not', () => {
  afterEach(() => {
    history.replaceState(null, '', '/');
  });

  it('leads to Today and to Fleet', async () => {
    expect(await waysFrom('/nowhere')).toEqual(['Go to Today', 'Go to Fleet']);
  });

  it('leads to Settings first where it would be one of them', async () => {
    expect(await waysFrom('/settings/unknown')).toEqual([
      ...['Go to Settings', 'Go to Today', 'Go to Fleet'],
    ]);
  });
});
