import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What CONTRIBUTING.md's glossary replaced: a pattern and what to say instead. */
const OLD_WORDS = [
  [/\b(?:a|the|your|their|his|her|each|every|that|one|no|this) yes\b/, 'approval'],
  [/\ba no\b(?!-)|\bnoes\b/, 'denial'],
  [/\bsa(?:id|ys) (?:yes|no)\b/, 'approved, denied, refused'],
  [/\ball else works\b/, 'everything else works'],
  [
    /\b(?:your|their|the client's|a person's) word\b|\bword of (?:a|the) client\b/,
    'approval; the client’s answer',
  ],
  [/\bthe (?:whole )?record\b(?! of a)/, 'the audit log'],
  [/\b(?:is|are|be|stays?) quiet\b/, 'fine, OK'],
  [/\bnothing is known of\b/, 'has never reported'],
  [/\b(?:may|can) be left out\b|\bleft out:/, 'optional; default: …'],
  [/\bfor ever\b/, 'permanent, always'],
  [/\brules? of (?:an )?operators?\b/, 'custom rules'],
  [/\bnothing was changed\b/, 'what to do next (a read changes nothing)'],
  [/\bended and nothing ran\b/, 'expired without running'],
  [/\b(?:only looks|asks for calls)\b/, 'can view, can request'],
  [/\bwho else looks\b/, 'safety check'],
  [/\bsay it next\b/, 'queue'],
  [/\b(?:min|hr|sec)\. ago\b/, '18 min ago'],
  [/\blogs? of (?:the )?(?:agents?|server)\b/, 'agent logs, server log'],
  [/\breleases? of the agent\b/, 'agent releases'],
  [/\bfingerprint of (?:the|its|a) key\b/, 'key fingerprint'],
  [/\bid of the pc\b/, 'PC ID'],
  [/\b(?:src|app|core)\/(?:offer|pieces|news|directory)\b/, 'the folder’s new name'],
].map(([pattern, say]) => ({ pattern: new RegExp(pattern, 'gi'), say }));

/** Exact phrases in which an old word is right. */
const EXCEPTIONS = [
  'the yes or no',
  'in quiet runs',
  '⟨left out:',
  'Left out: all of them.',
  'the record of commands',
  'nothing is known of before the start',
  '; nothing was changed',
  '.*nothing was changed',
  'says yes over one that says no',
  'You said yes already',
  'says no more than',
];

/** Where people read our words: documents, sources and the titles of tests. */
const PLACES = [
  'README.md',
  'CONTRIBUTING.md',
  'docs',
  'tools/README.md',
  'tools/package',
  'apps',
  'libs',
];

const NOT_OURS = /^docs\/(?:policy\/|faults\.md$|[a-z]+\.json$)|\.(?:png|svg|ico)$/;

/**
 * The old words in a text: line, word and what to say instead.
 * @returns {{ line: number, word: string, say: string }[]}
 */
export function oldWordsIn(text) {
  return text.split('\n').flatMap((line, index) => {
    const judged = EXCEPTIONS.reduce((rest, phrase) => rest.replaceAll(phrase, ''), line);
    return OLD_WORDS.flatMap(({ pattern, say }) =>
      [...judged.matchAll(pattern)].map(([word]) => ({ line: index + 1, word, say })),
    );
  });
}

function check(root) {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...PLACES], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && !NOT_OURS.test(path));
  return files.flatMap((path) =>
    oldWordsIn(readFileSync(join(root, path), 'utf8')).map(
      ({ line, word, say }) => `${path}:${line}: "${word}": say ${say}`,
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = check(join(fileURLToPath(import.meta.url), '../../..'));
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
