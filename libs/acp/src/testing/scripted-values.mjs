// Values in the steps of a scripted agent.
import { writeSync } from 'node:fs';

const NOT_IN_THE_SCRIPT = 70;

/** Ends the program, with words. */
export function fail(why) {
  writeSync(2, `scripted agent: ${why}\n`);
  process.exit(NOT_IN_THE_SCRIPT);
}

/** A value with every `{{name}}` in it replaced. */
export function filled(value, names) {
  if (typeof value === 'string') return filledText(value, names);
  if (Array.isArray(value)) return value.map((item) => filled(item, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, names)]));
}

function filledText(text, names) {
  const [, whole] = /^\{\{([\w.]+)\}\}$/.exec(text) ?? [];
  if (whole !== undefined) return lookUp(whole, names);
  return text.replace(/\{\{([\w.]+)\}\}/g, (_, path) => {
    const value = lookUp(path, names);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function lookUp(path, names) {
  const [first, ...others] = path.split('.');
  if (first === 'env') return process.env[others.join('.')] ?? '';
  if (!(first in names)) fail(`its script names {{${path}}}, which is not known`);
  return others.reduce((value, key) => value?.[key] ?? null, names[first]);
}
