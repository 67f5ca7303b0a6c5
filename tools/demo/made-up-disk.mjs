import { alreadyAsked, calls, LOOKS_AGAIN, lookAt, refused } from './answer-parts.mjs';
import {
  foldersIn,
  fullestFirst,
  gigabytes,
  homeOn,
  NOBODY_MISSES,
  percent,
  volumeOf,
} from './knowledge.mjs';

const MOST = 3;

/** Without a PC, it is about the one whose disk is fullest. */
export function nearlyFull({ pc: asked, found, waiting }) {
  const fleet = found.get('fleet_overview');
  if (!asked && !fleet) return lookAt();
  const [fullest] = asked ? [] : fullestFirst(fleet.data.agents);
  const pc = asked ?? (fullest && { id: fullest.agent_id, name: fullest.name });
  if (!pc) return { text: 'No disk that I can see is filling up.' };
  const [agent_id, health] = [pc.id, { id: pc.id, section: 'disk' }];
  const [report, targets] = [found.get('agent_snapshot'), found.get('disk_cleanable')];
  if (!report || !targets) {
    const chosen = asked ? '' : `You named no PC, so I take ${pc.name}: its disk is the fullest. `;
    return calls(
      `${chosen}Let me see what is filling it.`,
      ['agent_snapshot', health],
      ['disk_cleanable', { agent_id }],
    );
  }
  const disk = report.data.snapshot?.disk;
  const home = disk && homeOn(volumeOf(disk));
  if (home && !found.get('fs_folder_sizes')) {
    return calls('Let me see which folders are the largest.', [
      'fs_folder_sizes',
      { agent_id, path: home },
    ]);
  }
  const folders = home ? foldersIn(home, found.get('fs_folder_sizes').data).slice(0, MOST) : [];
  const cleaned = found.get('disk_clean');
  if (!cleaned) return proposal(pc, disk, folders, targets, waiting);
  if (!cleaned.ok) return refused(cleaned);
  const after = found.get('telemetry_collect');
  if (!after) return calls(LOOKS_AGAIN, ['telemetry_collect', { agent_id, sections: ['disk'] }]);
  const [before, now] = [volumeOf(disk), volumeOf(after.data.disk)];
  return {
    text: `${gigabytes(cleaned.data.freed_bytes)} are free again: ${now.mount} went from ${percent(before)} to **${percent(now)}**, and ${gigabytes(now.free_bytes)} are left.${trashOf(targets)}\n\n${largest(folders)}`,
  };
}

function proposal({ id: agent_id, name }, disk, folders, targets, waiting) {
  const seen = disk
    ? `${volumeOf(disk).mount} of ${name} is **${percent(volumeOf(disk))} full**: ${gigabytes(volumeOf(disk).free_bytes)} of ${gigabytes(volumeOf(disk).total_bytes)} are free.${listOf(folders)}`
    : `${name} has not reported its disk yet.`;
  if (!targets.ok)
    return { text: `${seen}\n\nI cannot see right now what could go: ${targets.problem}` };
  const all = targets.data.targets ?? [];
  const missed = all.filter(({ target }) => target in NOBODY_MISSES);
  const left = trashOf(targets);
  if (missed.length === 0)
    return { text: `${seen}\n\nNothing is left that nobody would miss.${left}` };
  const asked = waiting.filter((one) => one.tool === 'disk_clean' && one.agent_id === agent_id);
  const isAsked = ({ target }) => asked.some(({ args }) => args.targets.includes(target));
  const mine = missed.filter((one) => !isAsked(one));
  const other = asked
    .map((one) => `\n\n${alreadyAsked(one, `to delete ${wordsOf(one)} there`)}`)
    .join('');
  if (mine.length === 0) return { text: `${seen}${other}${left}` };
  const sum = mine.reduce((total, { bytes }) => total + bytes, 0);
  const lines = mine.map(({ target, bytes }) => `- ${NOBODY_MISSES[target]}: ${gigabytes(bytes)}`);
  return calls(
    `${seen}\n\nNobody would miss these, ${gigabytes(sum)} in all:\n\n${lines.join('\n')}\n\nI would like to delete exactly these.${left}${other}`,
    [
      'disk_clean',
      {
        ...{ agent_id, targets: mine.map(({ target }) => target) },
        reason: `Frees ${gigabytes(sum)} without touching anybody’s own files.`,
      },
    ],
  );
}

const wordsOf = ({ args }) =>
  args.targets.map((target) => NOBODY_MISSES[target] ?? 'the Recycle Bin').join(', ');

/** It is not the model's to propose. */
function trashOf({ data }) {
  const trash = data.targets?.find(({ target }) => target === 'trash');
  return trash
    ? ` I will leave the ${gigabytes(trash.bytes)} in the Recycle Bin alone: whoever deleted that should look first, and decide.`
    : '';
}

function listOf(folders) {
  if (folders.length === 0) return '';
  const lines = folders.map(({ path, bytes }) => `- \`${path}\`: ${gigabytes(bytes)}`);
  return ` The largest folders:\n\n${lines.join('\n')}`;
}

/** What to do about the largest one is not the model's to propose. */
function largest([first]) {
  if (!first) return 'I would look again in a month.';
  return `What fills it for good is \`${first.path}\` with ${gigabytes(first.bytes)}. Moving old files from there to another drive helps most; that is for whoever owns them.`;
}
