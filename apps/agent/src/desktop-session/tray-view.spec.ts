import { languageOf, trayView } from './tray-view.js';

it('says that the switch is not known rather than one of its two states', () => {
  const view = trayView(undefined, undefined, 'en');
  expect([view.tip, view.on]).toEqual([expect.stringContaining('not known'), false]);
});

describe('what the icon beside the clock shows', () => {
  it.each([
    [0x0407, 'de'],
    [0x0807, 'de'],
    [0x0c07, 'de'],
    [0x0409, 'en'],
    [0x040c, 'en'],
    [0, 'en'],
  ] as const)('is, where Windows speaks %d, in %s', (id, language) => {
    expect(languageOf(id)).toBe(language);
  });

  it('says whether changes are allowed, and when the last picture was taken', () => {
    const at = new Date(2026, 5, 4, 9, 5);
    expect(trayView(true, undefined, 'en')).toEqual({
      tip: 'kenny: changes from afar are allowed',
      on: true,
      toggle: 'Allow changes from afar',
      lastPicture: undefined,
    });
    const off = trayView(false, at, 'de');
    expect(off.tip).toContain('verboten');
    expect(off.lastPicture).toBe('Letztes Bild dieses Bildschirms: 09:05');
  });
});
