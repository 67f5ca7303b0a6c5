import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FIXTURES = new URL('../../../fixtures/', import.meta.url);

export type FixtureFolder =
  'frames' | 'http' | 'minimal' | 'rpc' | 'tools' | 'telemetry' | 'vectors';

/** Names of a folder's fixtures, without `.json`. */
export function fixtureNames(folder: FixtureFolder): string[] {
  return readdirSync(fileURLToPath(new URL(`${folder}/`, FIXTURES)))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();
}

export function fixtureText(folder: FixtureFolder, name: string): string {
  return readFileSync(fileURLToPath(new URL(`${folder}/${name}.json`, FIXTURES)), 'utf8');
}

export function fixture(folder: FixtureFolder, name: string): unknown {
  return JSON.parse(fixtureText(folder, name));
}
