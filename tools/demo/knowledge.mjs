/**
 * What the made-up AI of the demo knows, in Chat and in tasks. It imports nothing: the sandbox of a
 * task shows its agent this folder, and no packages.
 */

/** May be deleted without asking whose they are. */
export const NOBODY_MISSES = {
  temp: 'temporary files',
  update_cache: 'downloaded updates',
  package_cache: 'downloaded packages',
  browser_cache: 'browser caches',
  logs: 'old logs',
};

/** Where people keep their own things on a made-up PC. */
export const homeOn = ({ mount }) => (mount === 'C:' ? 'C:\\Users\\demo' : '/home/demo');

/** Folders of `fs_folder_sizes` with their paths, the largest first. */
export const foldersIn = (path, { folders = [] } = {}) =>
  folders.map(({ name, bytes }) => ({ path: path + (path[0] === '/' ? '/' : '\\') + name, bytes }));

/**
 * The most urgent first; the first that fits a question is what it is about. `matters` says why
 * somebody should care, `helps` what usually does.
 */
export const TOPICS = [
  {
    ...{ section: 'defender', fits: /virus|protect|defender|malware/ },
    matters: 'Until it is on again, nothing checks what is opened or downloaded there.',
    helps: 'Turning real-time protection on again helps.',
  },
  {
    ...{ section: 'disk', fits: /disk|full\b|space|room\b|storage/ },
    matters: 'A full disk stops updates and saving, and makes the PC slow.',
    helps: 'Deleting what nobody would miss helps, and moving large files to another disk.',
  },
  {
    ...{ section: 'printers', fits: /print/ },
    matters: 'What is printed waits until the printer answers again.',
    helps: 'Check that the printer has power; restarting the print service usually does the rest.',
    fine: 'Every printer that I can see is ready.',
  },
  {
    ...{ section: 'reboot_pending', fits: /restart|reboot/ },
    matters: 'Until then the old version runs on, with the holes that the update closes.',
    helps: 'A restart, when nobody is working there, completes the update.',
    fine: 'No PC that I can reach waits for a restart.',
  },
  {
    ...{ section: 'app_updates', fits: /update|upgrade|outdated/ },
    matters: 'Old versions keep holes that are known by now.',
    helps: 'Updating them all takes a few minutes; an open app may be closed.',
    fine: 'Every app that I can see is up to date.',
  },
  {
    ...{ section: 'battery', fits: /batter|charge/ },
    matters: 'It holds charge for less and less time: that is age, and no program mends it.',
    helps: 'A new battery helps; until then, that PC belongs on its charger.',
    fine: 'Every battery that I can see is good.',
  },
];

export const topicOf = (question) => TOPICS.find(({ fits }) => fits.test(question));
export const topicFor = (section) => TOPICS.find((topic) => topic.section === section);

export const isBad = ({ status }) => status === 'warn' || status === 'crit';

/** As somebody types it. */
export const plain = (text) => text.replaceAll(/[’‘]/g, "'").toLowerCase();

/** In the name of a PC, and in any question. */
const COMMON = new Set(['old', 'till', 'box', 'pc', 'desktop']);

/** The PC that a question, `plain`, names; undefined when it is none, or more than one could be meant. */
export function namedIn(question, pcs) {
  const named = pcs.find(({ name }) => question.includes(plain(name)));
  if (named) return named;
  const asked = wordsIn(question);
  const meant = pcs.filter((pc) => ownWords(pc, pcs).some((word) => asked.has(word)));
  return meant.length === 1 ? meant[0] : undefined;
}

/** "Leo" is Leo's laptop: words of its name that no other has, and that mean nothing else. */
function ownWords(pc, pcs) {
  const others = new Set(
    pcs.filter((one) => one !== pc).flatMap(({ name }) => [...wordsIn(plain(name))]),
  );
  return [...wordsIn(plain(pc.name))].filter((word) => !others.has(word) && !COMMON.has(word));
}

const wordsIn = (text) => new Set(text.replaceAll(/'s\b/g, '').match(/[a-z]+/g) ?? []);

const urgencyOf = ({ name }) => {
  const place = TOPICS.findIndex(({ section }) => section === name);
  return place < 0 ? TOPICS.length : place;
};
const rankOf = (check) => (check.status === 'crit' ? 0 : TOPICS.length + 1) + urgencyOf(check);

/** What is wrong with the PCs that answer, the worst first: `{pc, checks}`. */
export function worstFirst(agents) {
  return agents
    .filter(({ online }) => online)
    .map((pc) => ({
      pc,
      checks: pc.sections.filter(isBad).sort((a, b) => rankOf(a) - rankOf(b)),
    }))
    .filter(({ checks }) => checks.length > 0)
    .sort((a, b) => rankOf(a.checks[0]) - rankOf(b.checks[0]));
}

/** Of the PCs whose disk fills up, the fullest first. */
export function fullestFirst(agents) {
  const usedOf = ({ checks: [{ reason }] }) => Number(/([\d.]+) %/.exec(reason)?.[1] ?? 0);
  return worstFirst(agents)
    .map(({ pc, checks }) => ({ pc, checks: checks.filter(({ name }) => name === 'disk') }))
    .filter(({ checks }) => checks.length > 0)
    .sort((a, b) => usedOf(b) - usedOf(a))
    .map(({ pc }) => pc);
}

export const volumeOf = (disk) => disk?.volumes?.[0] ?? { mount: 'The disk', percent_used: 0 };
export const percent = ({ percent_used: used }) => `${used} %`;
/** As kenny writes it: `35 GB`, `8.7 GB`. */
export const gigabytes = (bytes = 0) => `${Number((bytes / 1e9).toFixed(1))} GB`;
