import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Language, type Node, Parser } from 'web-tree-sitter';

const GRAMMAR = 'tree-sitter-powershell/tree-sitter-powershell.wasm';
let loading: Promise<Parser> | undefined;

/**
 * What a grammar of PowerShell 5.1 does not understand of a script, as `line: text`; empty for a
 * good one. It knows nothing of PowerShell 7 (`??`, `?.`), which Windows does not bring.
 */
export async function faultsOf(script: string): Promise<string[]> {
  loading ??= load();
  const tree = (await loading).parse(script);
  if (!tree) throw new Error('the grammar gave no tree');
  try {
    return tree.rootNode.hasError ? faultsBelow(tree.rootNode) : [];
  } finally {
    tree.delete();
  }
}

async function load(): Promise<Parser> {
  // Optimizing a grammar of this size in the background keeps the process alive for half a minute.
  setFlagsFromString('--liftoff-only');
  await Parser.init();
  const file = createRequire(import.meta.url).resolve(GRAMMAR);
  const parser = new Parser();
  parser.setLanguage(await Language.load(new Uint8Array(await readFile(file))));
  return parser;
}

function faultsBelow(node: Node): string[] {
  if (node.isError || node.isMissing) {
    const what = node.isMissing ? `missing ${node.type}` : node.text.slice(0, 80);
    return [`line ${node.startPosition.row + 1}: ${what}`];
  }
  return node.children.flatMap((child) => (child?.hasError ? faultsBelow(child) : []));
}
