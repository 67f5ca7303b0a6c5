import { basename } from 'node:path';

export const MAIN = 'src/main.ts';
const LOGIN = 'src/app/pages/login/login.ts';
const SHELL = 'src/app/shell/shell.ts';
const PAGE_LIST = 'src/app/pages/pages.routes.ts';
/** The pages that are looked at all day; they do without what the others share. */
const DAILY = ['today/today', 'fleet/fleet', 'pc/pc'].map((page) => `src/app/pages/${page}.ts`);
export const BASE = 'base';
const WAY_IN = 'way-in';
const WORK = 'work';
const PARTS = 'parts';
const FIELDS = 'fields';
const FIELD_SOURCE = 'node_modules/@angular/material/fesm2022/input.mjs';
/** What several pages share and is larger stays a file of its own. Bytes, before compression. */
const SMALL = 14_000;

/** The chunk that begins with this source. */
export function entryOf(outputs, source) {
  const found = Object.keys(outputs).find((file) => outputs[file].entryPoint?.endsWith(source));
  if (!found) throw new Error(`no chunk of the bundle begins with ${source}`);
  return found;
}

/** In which of the files each chunk comes; those that are not named stay files of their own. */
export function groupsOf(outputs) {
  const closures = (...sources) =>
    sources.flatMap((source) => [...closureOf(outputs, entryOf(outputs, source))]);
  const shell = closures(SHELL, PAGE_LIST);
  const daily = new Set(closures(...DAILY));
  // What the login page needs and these do not is nothing for who is logged in; nor is the page itself.
  const first = closures(MAIN);
  const [base, login] = [[...first], []];
  for (const file of closures(LOGIN)) {
    if (first.includes(file) || file === entryOf(outputs, LOGIN)) continue;
    (daily.has(file) || shell.includes(file) ? base : login).push(file);
  }
  const shared = Object.keys(outputs).filter(
    (file) =>
      file.endsWith('.js') && outputs[file].entryPoint === undefined && !isOfCharts(outputs, file),
  );
  const field = shared.find((file) => hasInput(outputs, file, FIELD_SOURCE));
  if (!field) throw new Error(`no chunk of the bundle holds ${FIELD_SOURCE}`);
  const fieldNeeds = closureOf(outputs, field);
  const large = shared
    .filter((file) => daily.has(file) && outputs[file].bytes > SMALL)
    .filter((file) => ![...base, ...shell].includes(file))
    .sort((a, b) => closureOf(outputs, b).size - closureOf(outputs, a).size);
  // A large one needs `work`, so what needs it cannot be there: it goes with the last one it needs.
  const smallDaily = (file) => {
    const needed = closureOf(outputs, file);
    const last = large.find((one) => needed.has(one));
    return last ? basename(last, '.js') : WORK;
  };
  const groupOf = (file) => {
    const isSmall = outputs[file].bytes <= SMALL;
    if (daily.has(file)) return isSmall ? smallDaily(file) : basename(file, '.js');
    if (fieldNeeds.has(file)) return basename(file, '.js');
    if (!isSmall) return undefined;
    return closureOf(outputs, file).has(field) ? FIELDS : PARTS;
  };
  // What a group imports comes into it, unless another group has it.
  return new Map([
    ...shared.map((file) => [file, groupOf(file)]),
    ...shell.map((file) => [file, WORK]),
    ...base.map((file) => [file, BASE]),
    ...login.map((file) => [file, WAY_IN]),
  ]);
}

/** Everything that is loaded before `entry` runs. */
function closureOf(outputs, entry) {
  const found = new Set();
  const follow = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path, kind } of outputs[file].imports) {
      if (kind === 'import-statement') follow(path);
    }
  };
  follow(entry);
  return found;
}

/** What draws charts is loaded only where something is drawn. */
export function isOfCharts(outputs, file) {
  return hasInput(outputs, file, 'node_modules/chart.js/');
}

function hasInput(outputs, file, source) {
  return Object.keys(outputs[file].inputs).some((input) => input.includes(source));
}

/**
 * How files import each other from one back to itself; undefined when none does. In such a circle a
 * class can run before the one that it extends is there.
 */
export function circleIn(files) {
  const importsOf = new Map(files.map(({ file, imports }) => [file, imports]));
  const done = new Set();
  const follow = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of importsOf.get(file) ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const { file } of files) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return undefined;
}
