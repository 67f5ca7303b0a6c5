import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import { relativeImports } from './layers.mjs';

const WORKSPACE = new URL('../..', import.meta.url).pathname;

/** @type {Map<string, string[]>} What each file on the disk imports, read once in a run. */
const imports = new Map();

/** The dashboard's imports end in no `.js`. */
const sourceOf = (path) => path.replace(/(?:\.js)?$/, '.ts');

function importsOf(path) {
  let known = imports.get(path);
  if (!known) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    known = ts
      .preProcessFile(text)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => sourceOf(new URL(fileName, `file://${path}`).pathname));
    imports.set(path, known);
  }
  return known;
}

/** The shortest way from one file to another, both included; undefined when there is none. */
function wayBetween(from, to) {
  const cameFrom = new Map([[from, undefined]]);
  for (const path of cameFrom.keys()) {
    if (path === to) {
      const way = [];
      for (let at = to; at; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    for (const next of importsOf(path)) if (!cameFrom.has(next)) cameFrom.set(next, path);
  }
  return undefined;
}

/**
 * No file imports itself by way of others. An import of a type is an arrow as well: who moves or
 * splits one of the two files has to understand both.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noCircles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { circle: 'this import closes a circle: {{way}}' },
  },
  create(context) {
    const { filename } = context;
    return relativeImports(context, (node, path) => {
      const way = wayBetween(sourceOf(path), filename);
      if (!way) return;
      const names = [filename, ...way].map((each) => relative(WORKSPACE, each));
      context.report({ node, messageId: 'circle', data: { way: names.join(' → ') } });
    });
  },
};
