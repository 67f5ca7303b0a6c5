import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = process.cwd();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  );

const DOCUMENTS = [...readdirSync(root), ...['docs', 'tools', 'fixtures'].flatMap(filesIn)].filter(
  (path) => path.endsWith('.md') && !path.includes('node_modules'),
);
const SOURCES = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
/** What a build makes. */
const BUILT = /(?:^|\/)(?:bundle|generated)(?:\/|$)/;
const RECORDS = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));

/** How a page of the dashboard links to a guide. */
const GUIDE_LINK = /routerLink="\/guides\/([\w-]+)"(?:\s+fragment="([\w-]+)")?/g;
const LINKING_PAGES = SOURCES.filter(
  (path) =>
    /^apps\/dashboard\/src\/app\/pages\/.*(?<!\.spec)\.(?:ts|html)$/.test(path) &&
    existsSync(join(root, path)) &&
    read(path).includes('routerLink="/guides/'),
);

/** Guides for five minutes with a mouse: what stands in bold there is the name of something to press. */
const BY_MOUSE = [
  'battery',
  ...['disk-full', 'give-access', 'help-remotely', 'install-a-program', 'printer', 'slow-pc'],
  'virus-protection',
];
/** The same holds for these, up to what is folded for developers. */
const FOLDED = ['add-a-pc', 'alerts', 'approvals', 'audit', 'mcp', 'tasks'];
/** Where what a page shows is written. */
const SHOWN = /^(?:apps\/dashboard|libs\/(?:contract|health))\/src\/(?!.*\.spec\.).*\.(?:ts|html)$/;

/** Text without code blocks, in which nothing is a link, a heading or a path. */
const prose = (path: string): string => read(path).replace(/^```[\s\S]*?^```/gm, '');

/** What GitHub makes of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

const anchorsOf = (path: string): string[] =>
  [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(String(heading)));

/** Links of a document that lead to this repository and nowhere. */
function brokenLinks(document: string): string[] {
  const links = [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => String(link));
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : normalize(join(dirname(document), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s has no link that leads nowhere', (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });

  it.each(DOCUMENTS)('%s names only variables that there are', (document) => {
    const known = read('libs/contract/src/env.ts');
    const named = read(document).match(/\bKENNY_[A-Z][A-Z_]*[A-Z]\b/g) ?? [];
    const isKnown = (name: string): boolean => known.includes(`  ${name}: variable(`);
    expect(named.filter((name) => !isKnown(name) && !isKnown(name.replace(/_FILE$/, '')))).toEqual(
      [],
    );
  });

  it.each(DOCUMENTS)('%s names only root commands that there are', (document) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(document).matchAll(/npm run ([a-z0-9:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
  });

  it.each(DOCUMENTS)('%s names only files and folders that there are', (document) => {
    const paths = [...prose(document).matchAll(/`([\w./-]+)`/g)].map(([, path]) => String(path));
    // A JSON-RPC method may begin as a folder does.
    const methods = read('libs/contract/src/rpc/methods/runtime.ts');
    const missing = paths.filter(
      (path) =>
        !BUILT.test(path) &&
        !methods.includes(`  '${path}': {`) &&
        (/^(?:apps|docs|fixtures|libs|tools)\//.test(path)
          ? !existsSync(join(root, path))
          : /\.(?:ts|mjs|scss)$/.test(path) &&
            !SOURCES.some((source) => source.endsWith(`/${path}`))),
    );
    expect(missing).toEqual([]);
  });

  it('docs/guides/README.md lists every guide', () => {
    const guides = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'));
    const list = read('docs/guides/README.md');
    expect(guides.filter((name) => !list.includes(`](${name}`))).toEqual(['README.md']);
  });

  it.each(['pc-offline', ...BY_MOUSE])(
    'the guide %s asks whoever looks after a PC nothing technical',
    (name) => {
      const technical = /`|KENNY_|\b\d{4}\b|terminal|firewall/;
      expect(read(`docs/guides/${name}.md`)).not.toMatch(technical);
    },
  );

  it.each([...BY_MOUSE, ...FOLDED])('the guide %s names only what a page shows', (name) => {
    const shown = SOURCES.filter((path) => SHOWN.test(path) && existsSync(join(root, path)))
      .map(read)
      .join('\n')
      .replaceAll(/\s+/g, ' ');
    const [forPeople = ''] = read(`docs/guides/${name}.md`).split('\n## For developers\n');
    const bold = [...forPeople.matchAll(/\*\*([^*]+)\*\*/g)];
    const names = bold
      .map(([, words]) => String(words))
      // What is asked of a person, or is a sentence, is no button.
      .filter((words) => !/[?:.]$/.test(words))
      .flatMap((words) => words.split(' → '))
      .map((words) => words.replace(/…$/, ''));
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((words) => !shown.includes(words))).toEqual([]);
  });

  it.each(['alerts', 'backup', 'chat', 'tasks'])(
    'the guide to %s begins with what needs no terminal and no variable',
    (name) => {
      const [title, first] = read(`docs/guides/${name}.md`).split('\n## ');
      expect(`${title}${first}`).not.toMatch(/^ *```|KENNY_|kenny (?:alert|backup|task)\b/m);
    },
  );

  it.each(LINKING_PAGES)('%s links only to guides and headings that there are', (page) => {
    const links = [...read(page).matchAll(GUIDE_LINK)];
    expect(links.length).toBeGreaterThan(0);
    const broken = links.filter(([, name, fragment]) => {
      const guide = `docs/guides/${name}.md`;
      if (!existsSync(join(root, guide))) return true;
      return fragment !== undefined && !anchorsOf(guide).includes(fragment);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('CONTRIBUTING.md names many files', () => {
    const paths = prose('CONTRIBUTING.md').match(/`(?:apps|docs|fixtures|libs|tools)\/[^`\s<]*`/g);
    expect(paths?.length).toBeGreaterThan(20);
  });
});

describe('decision records', () => {
  const HEADINGS = ['Decision', 'Why', 'Costs'];
  const MOST_WORDS = 225;

  it('are numbered from 0001 without a gap', () => {
    const numbers = RECORDS.map((file) => Number(file.slice(0, 4)));
    expect(numbers).toEqual(RECORDS.map((_, index) => index + 1));
  });

  it.each(RECORDS)('%s has its headings, one short paragraph each', (file) => {
    const [head = '', ...sections] = read(`docs/adr/${file}`).split('\n## ');
    expect(head).toMatch(/^# \d{4}\. \S.*\n\n- Status: \w.*\n- Date: \d{4}-\d{2}-\d{2}\n$/);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(HEADINGS);
    for (const section of sections) expect(section.trim().split(/\n\n+/)).toHaveLength(2);
    expect(sections.join(' ').split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  });

  it('stand in the index with their titles', () => {
    const index = read('docs/adr/README.md').replace(/ +/g, ' ');
    const rows = RECORDS.map((file) => {
      const [, title] = /^# \d{4}\. (.+)$/m.exec(read(`docs/adr/${file}`)) ?? [];
      return `| ${file.slice(0, 4)} | [${title}](${file}) |`;
    });
    expect(rows.filter((row) => !index.includes(row))).toEqual([]);
    expect(index.match(/\]\(\d{4}-/g)).toHaveLength(RECORDS.length);
  });
});

describe.each([
  ['docs/rpc-coverage.md', 80],
  ['docs/tasks-coverage.md', 40],
])('%s, the list of what is kept of a protocol', (list, fewest) => {
  const rows = read(list)
    .split(/^- /m)
    .slice(1)
    .map((row) => row.split(/^ {2}- /m));

  it('has a row for everything that its protocol asks for', () => {
    expect(rows.length).toBeGreaterThan(fewest);
  });

  it.each(rows)('is right: %s', (_, ...tests) => {
    const missing = tests.filter((test) => {
      const [, file = '', title = ''] = /\]\(\.\.\/(\S+)\): (.+)/.exec(test) ?? [];
      return file === '' || !read(file).replace(/\s+/g, ' ').includes(title);
    });
    expect(missing).toEqual([]);
    expect(tests.length).toBeGreaterThan(0);
  });
});
