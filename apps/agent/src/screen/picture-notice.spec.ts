import { pictureNotice } from './picture-notice.js';

it('says that a picture was taken, when and for whom, in the language of the person', () => {
  const taken = new Date(2026, 5, 4, 14, 3);
  const [en, de] = [pictureNotice(taken, 'en'), pictureNotice(taken, 'de')];
  expect([en.title, de.title]).toEqual(['kenny', 'kenny']);
  expect(en.text).toMatch(/^A picture of this screen was taken at 02:03\sPM for whoever looks/);
  expect(de.text).toMatch(/^Um 14:03 wurde ein Bild dieses Bildschirms gemacht/);
  // What a notice of Windows holds.
  for (const { text } of [en, de]) expect(text.length).toBeLessThanOrEqual(255);
});
