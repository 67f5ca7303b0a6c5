import { writeFileSync } from 'node:fs';
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

/**
 * Judges pages of a running server with Lighthouse. One argument, as JSON:
 * `{chrome, base, cookie, pages: [{name, path, loggedIn}], runs, enough, report}`; one line of JSON for
 * each page and preset: `{page, preset, runs, performance, accessibility, 'best-practices'}`.
 */
const { chrome, base, cookie, pages, runs, enough, report } = JSON.parse(process.argv[2]);
/** An operator's page has nothing to look for in a search engine. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const PRESETS = { desktop: desktopConfig, mobile: undefined };
const asRoot = process.getuid?.() === 0;

const browser = await puppeteer.launch({
  executablePath: chrome,
  args: ['--disable-gpu', '--disable-quic', '--no-first-run', ...(asRoot ? ['--no-sandbox'] : [])],
});
try {
  for (const page of pages) {
    for (const preset of Object.keys(PRESETS)) {
      const results = await resultsOf(page, preset);
      const medians = CATEGORIES.map((category) => [category, median(results, category)]);
      const row = { page: page.name, preset, runs: results.length, ...Object.fromEntries(medians) };
      console.log(JSON.stringify(row));
    }
  }
} finally {
  await browser.close();
}

/** As many as asked for; fewer once the median can no longer fall below `enough`. */
async function resultsOf(page, preset) {
  const results = [];
  while (results.length < runs && !isDecided(results)) results.push(await once(page, preset));
  return results;
}

function isDecided(results) {
  const good = results.filter((scores) =>
    CATEGORIES.every((category) => scores[category] >= enough),
  ).length;
  return good > runs / 2;
}

async function once({ name, path, loggedIn }, preset) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    if (loggedIn) await page.setCookie({ ...cookie, url: base });
    const { lhr } = await lighthouse(
      base + path,
      { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' },
      PRESETS[preset],
      page,
    );
    if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`);
    writeFileSync(`${report}-${name}-${preset}.json`, JSON.stringify(lhr, null, 2));
    return Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round(lhr.categories[category].score * 100)]),
    );
  } finally {
    await context.close();
  }
}

/** Of those that were run; the lower one of two. */
function median(results, category) {
  const sorted = results.map((scores) => scores[category]).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
