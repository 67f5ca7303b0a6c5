import { writeFileSync } from 'node:fs';
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

/**
 * Judges pages of a running server with Lighthouse. One argument, as JSON:
 * `{chrome, base, cookie, pages: [{name, path, loggedIn}], runs, enough, report}`; one line of JSON for
 * each page and preset: `{page, preset, runs, performance, accessibility, 'best-practices'}`.
 */
const { chrome, base, cookie, pages, runs, enough, report } = JSON.parse(process.argv[2]);
/** An operator's page has nothing to look for in a search engine. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
/** What no score counts, a fifth of the time of a run. */
const UNCOUNTED = CATEGORIES.flatMap((category) => defaultConfig.categories[category].auditRefs)
  .filter(({ weight }) => weight === 0)
  .map(({ id }) => id);
const SETTINGS = {
  ...{ onlyCategories: CATEGORIES, skipAudits: UNCOUNTED, disableFullPageScreenshot: true },
  ...{ disableStorageReset: true, logLevel: 'error' },
};
const PRESETS = { desktop: desktopConfig, mobile: undefined };
const TRIES = 3;
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
  while (results.length < runs && !isDecided(results)) results.push(await scores(page, preset));
  return results;
}

async function scores(page, preset) {
  const lhr = await judged(page, preset);
  writeFileSync(`${report}-${page.name}-${preset}.json`, JSON.stringify(lhr, null, 2));
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round(lhr.categories[category].score * 100)]),
  );
}

function isDecided(results) {
  const good = results.filter((result) =>
    CATEGORIES.every((category) => result[category] >= enough),
  ).length;
  return good > runs / 2;
}

/** Lighthouse that could not record says so and asks to be run again: it is, `TRIES` times in all. */
async function judged(page, preset) {
  for (let left = TRIES - 1; ; left -= 1) {
    const { lhr, error } = await once(page, preset);
    if (!error) return lhr;
    if (left === 0) throw new Error(`${page.name}, ${preset}: ${error}`);
    console.error(`${page.name}, ${preset}: once more, since: ${error}`);
  }
}

async function once({ path, loggedIn }, preset) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    if (loggedIn) await page.setCookie({ ...cookie, url: base });
    const { lhr } = await lighthouse(base + path, SETTINGS, PRESETS[preset], page);
    return { lhr, error: lhr.runtimeError?.message };
  } finally {
    await context.close();
  }
}

/** Of those that were run; the lower one of two. */
function median(results, category) {
  const sorted = results.map((result) => result[category]).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
