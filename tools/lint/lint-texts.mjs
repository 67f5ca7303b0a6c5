import { ESLint } from 'eslint';
import { join } from 'node:path';
import { NX_ENV, ROOT, node } from '../run/steps.mjs';

/**
 * Lints texts in place of real files, read as JSON `[{ file, text }]` from standard input, and
 * prints which rules spoke: `[[ruleId, …], …]`. A program of its own, because ESLint's plugins are
 * CommonJS with global state that Jest would isolate.
 */
let input = '';
for await (const chunk of process.stdin) input += chunk;
await node('node_modules/nx/dist/bin/nx.js', ['show', 'projects'], { env: NX_ENV, quiet: true });
const eslint = new ESLint({ cwd: ROOT });
const answers = [];
for (const { file, text } of JSON.parse(input)) {
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, file) });
  answers.push(result.messages.map(({ ruleId, message }) => ruleId ?? message));
}
process.stdout.write(JSON.stringify(answers));
