/**
 * Draws desktop.html into desktop.png again, after somebody has changed it:
 * `node tools/demo/screen/draw.mjs /usr/bin/chromium`.
 */
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const SIGNATURE = '89504e470d0a1a0a';
const [WIDTH, HEIGHT] = [640, 360];
/** So few shades of each colour that all fit into a palette. */
const STEP = 20;
const [, , executablePath] = process.argv;

const browser = await chromium.launch({ executablePath, args: ['--disable-lcd-text'] });
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
await page.goto(new URL('desktop.html', import.meta.url).href);
const picture = await page.screenshot();
const pixels = await page.evaluate(pixelsOf, picture.toString('base64'));
await browser.close();
writeFileSync(new URL('desktop.png', import.meta.url), small(pixels));

/** In the browser: red, green, blue and alpha of each. */
async function pixelsOf(png) {
  const { createImageBitmap, fetch, OffscreenCanvas } = globalThis;
  const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const image = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return [...canvas.getImageData(0, 0, image.width, image.height).data];
}

/** A PNG with a palette: of colours that are nearly the same, the one that is seen most often. */
function small(rgba) {
  const colours = Array.from({ length: WIDTH * HEIGHT }, (_, at) => rgba.slice(4 * at, 4 * at + 3));
  const seen = new Map();
  for (const colour of colours) seen.set(colour.join(), (seen.get(colour.join()) ?? 0) + 1);
  const palette = new Map();
  for (const [colour] of [...seen].sort(([, a], [, b]) => b - a)) {
    const values = colour.split(',').map(Number);
    if (!palette.has(nearly(values))) palette.set(nearly(values), { index: palette.size, values });
  }
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (const [at, colour] of colours.entries()) {
    rows[at + 1 + Math.floor(at / WIDTH)] = palette.get(nearly(colour)).index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(SIGNATURE, 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...palette.values()].flatMap(({ values }) => values))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearly(colour) {
  return colour.map((value) => Math.floor(value / STEP)).join();
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
