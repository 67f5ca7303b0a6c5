import {
  foldersIn,
  fullestFirst,
  gigabytes,
  homeOn,
  namedIn,
  NOBODY_MISSES,
  percent,
  plain,
  topicFor,
  topicOf,
  volumeOf,
  worstFirst,
} from '../knowledge.mjs';
import { asksWhatStarts, tellStartup } from './startup.mjs';
import { absentLines, MADE_UP, namesOf } from './words.mjs';

/** What the made-up agent does with a prompt, step by step, from what the tools answer it. */

const MOST_PCS = 3;
/** Asked for what there is, on several PCs, and for nothing to be done about it. */
const LOOKS_ONLY = /^(find|list|see|check|show|which)\b/;

/**
 * @param turn - says, plans and uses tools: see `agent.mjs`
 * @param memory - `decided`, what a prompt says when a request has been decided; and what was asked
 */
export async function work(turn, text, memory) {
  if (text.includes(memory.decided)) return goOn(turn, text, memory);
  if (asksWhatStarts(plain(text))) return tellStartup(turn, plain(text));
  const agents = await pcsOf(turn, plain(text));
  if (agents.length === 0) return turn.say(`I can see no PC of this task.${MADE_UP}`);
  const topic = topicOf(plain(text));
  const full = topic?.section === 'disk' ? fullestFirst(agents) : [];
  if (full.length === 0) return tell(turn, agents, topic);
  return LOOKS_ONLY.test(plain(text)) && agents.length > 1
    ? tellDisks(turn, agents, full)
    : freeSpace(turn, full[0], memory);
}

/** Those of the task, which are all that it may see, with their health; only the one that it names. */
async function pcsOf(turn, asked) {
  turn.say('First I will look at the health of this task’s PCs.');
  turn.plan(['Read the health', 'in_progress'], ['Say what is wrong and what helps', 'pending']);
  const { data } = await turn.use('List PCs', 'list_agents');
  const all = data.agents ?? [];
  if (all.length === 0) return [];
  const one = all.length === 1 ? all[0] : namedIn(asked, all);
  if (one) {
    const health = await turn.use('Show health', 'agent_health', { id: one.agent_id });
    return health.ok ? [health.data] : [];
  }
  const fleet = await turn.use('Show the fleet', 'fleet_overview');
  return fleet.data.agents ?? [];
}

function tell(turn, agents, topic) {
  const lines = linesOf(agents, topic);
  turn.plan(['Read the health', 'completed'], ['Say what is wrong and what helps', 'completed']);
  turn.say(`\n\n${lines.join('\n\n')}${MADE_UP}`);
}

/** What was asked about comes first, and nothing twice. */
function linesOf(agents, topic) {
  const gone = absentLines(agents);
  const bad = worstFirst(agents);
  const isAsked = ({ name }) => name === topic?.section;
  const asked = bad.flatMap(({ pc, checks }) =>
    checks.filter(isAsked).map((check) => told(pc, check)),
  );
  const others = bad
    .map(({ pc, checks }) => ({ pc, checks: checks.filter((check) => !isAsked(check)) }))
    .filter(({ checks }) => checks.length > 0)
    .slice(0, MOST_PCS);
  if (topic && asked.length > 0) {
    const also = others.map(({ pc, checks }) => `Also, ${reasonsOf(pc, checks)}`);
    return [...asked.slice(0, MOST_PCS), ...also, ...gone];
  }
  const worst = others.map(({ pc, checks }) => told(pc, ...checks));
  const well = topic ? agents.flatMap((pc) => wellOf(pc, topic)) : [];
  if (worst.length > 0) return [...well, ...worst, ...gone];
  if (well.length > 0 || agents.every(({ online }) => !online)) return [...well, ...gone];
  const [{ name }] = agents;
  const whose = agents.length === 1 ? name : 'the PCs that answer';
  return [`All checks of ${whose} are fine.`, ...gone];
}

/** A PC whose check of it is fine says so; the overview of many names only what is not. */
function wellOf({ name, online, sections }, { section }) {
  const check = sections.find((one) => one.name === section);
  if (online && check) return [`${reasonOf(name, check)} That is fine.`];
  return online ? [`${name} shows nothing wrong there.`] : [];
}

/** What is wrong there, why it matters, and what helps with the worst of it. */
function told(pc, ...checks) {
  const { matters, helps } = topicFor(checks[0].name) ?? {};
  return [reasonsOf(pc, checks), matters, helps].filter(Boolean).join(' ');
}

const reasonsOf = ({ name }, [first, ...more]) =>
  [reasonOf(name, first), ...more.map(({ reason }) => `${reason}.`)].join(' ');

function reasonOf(name, { name: check, reason }) {
  if (check === 'disk') return `${reason.replace(/^(\S+) is/, `$1 of ${name} is`)}.`;
  return `${name}: ${reason}.`;
}

/** What fills each disk that is nearly full, and how the others are. */
async function tellDisks(turn, agents, full) {
  const lines = [];
  for (const { agent_id, name } of full.slice(0, MOST_PCS)) {
    const report = await diskOf(turn, agent_id);
    if (!report.ok) {
      lines.push(`${name} does not answer: ${report.problem}`);
      continue;
    }
    const volume = volumeOf(report.data.disk);
    const largest = await largestOf(turn, agent_id, volume);
    lines.push(`${volume.mount} of ${name} is ${percent(volume)} full. ${largest}`);
  }
  const others = agents.filter((pc) => pc.online && !full.includes(pc));
  if (others.length > 0) lines.push(`No disk is nearly full on ${namesOf(others)}.`);
  turn.plan(['Read the health', 'completed'], ['Say what is wrong and what helps', 'completed']);
  turn.say(`\n\n${[...lines, ...absentLines(agents)].join('\n\n')}${MADE_UP}`);
}

const LOOK = 'See what fills the disk';
const FREE = 'Free some space';
const AGAIN = 'Look again';

/** All steps, whatever has become of them. */
const plan = (turn, ...states) =>
  turn.plan(...[LOOK, FREE, AGAIN].map((step, index) => [step, states[index] ?? 'pending']));

async function freeSpace(turn, { agent_id, name }, memory) {
  plan(turn, 'in_progress');
  const report = await diskOf(turn, agent_id);
  const { data } = await turn.use('Show what can be cleaned up', 'disk_cleanable', { agent_id });
  if (!report.ok) return turn.say(`\n\n${name} does not answer: ${report.problem}${MADE_UP}`);
  const volume = volumeOf(report.data.disk);
  const largest = await largestOf(turn, agent_id, volume);
  const seen = `${volume.mount} of ${name} is ${percent(volume)} full.`;
  const all = data.targets ?? [];
  const target = Object.keys(NOBODY_MISSES).find((key) => all.some((one) => one.target === key));
  if (!target) {
    plan(turn, 'completed');
    return turn.say(
      `\n\n${seen} Nothing is left that nobody would miss.${trashOf(all)} ${largest}${MADE_UP}`,
    );
  }
  const { bytes } = all.find((one) => one.target === target);
  plan(turn, 'completed', 'in_progress');
  turn.say(
    `\n\n${seen} ${largest}\n\nThe ${NOBODY_MISSES[target]} (${gigabytes(bytes)}) can go without losing anything. I would like to delete them on ${name}: approve it, or tell me what else to do.`,
  );
  memory.pc = { agent_id, name };
  const asked = await turn.use('Send a request to free up space', 'disk_clean', {
    ...{ agent_id, targets: [target] },
    reason: `The disk of ${name} is nearly full, and nobody would miss these files.`,
  });
  if (asked.waits) return turn.say('\n\nI look again once it has run.');
  return asked.ok ? lookAgain(turn, memory.pc) : leave(turn, asked.problem);
}

/** Its request has been decided; the prompt says how. */
async function goOn(turn, text, memory) {
  const [, told, became] = /disk_clean on (\S+) \(\S+\) (.*)/.exec(text) ?? [];
  const agent_id = told ?? memory.pc?.agent_id;
  if (!agent_id) return turn.say(`I do not know any more what I asked for.${MADE_UP}`);
  if (!became?.includes('has run')) {
    // What follows tells a model how to behave.
    const how = became?.replace(/\.* Do not try.*/, '.') ?? 'did not run.';
    return leave(turn, `my request ${how}`);
  }
  return lookAgain(turn, { agent_id, name: await nameOf(turn, agent_id, memory) });
}

function leave(turn, why) {
  plan(turn, 'completed');
  turn.say(
    `\n\nThen I delete nothing: ${why}\n\nMoving large files to another disk helps as well; that is for whoever owns them.${MADE_UP}`,
  );
}

async function lookAgain(turn, { agent_id, name }) {
  plan(turn, 'completed', 'completed', 'in_progress');
  turn.say('\n\nDone. Let me look again.');
  const report = await diskOf(turn, agent_id);
  plan(turn, 'completed', 'completed', 'completed');
  if (!report.ok) return turn.say(`\n\n${name} does not answer: ${report.problem}${MADE_UP}`);
  const volume = volumeOf(report.data.disk);
  turn.say(
    `\n\n${volume.mount} of ${name} is now ${percent(volume)} full, with ${gigabytes(volume.free_bytes)} free. ${await largestOf(turn, agent_id, volume)}${MADE_UP}`,
  );
}

/** It may have been started anew since it asked. */
async function nameOf(turn, agent_id, { pc }) {
  if (pc?.agent_id === agent_id) return pc.name;
  const { data } = await turn.use('List PCs', 'list_agents');
  return data.agents?.find((one) => one.agent_id === agent_id)?.name ?? agent_id;
}

const diskOf = (turn, agent_id) =>
  turn.use('Check health now', 'telemetry_collect', { agent_id, sections: ['disk'] });

function trashOf(targets) {
  const trash = targets.find(({ target }) => target === 'trash');
  if (!trash) return '';
  return ` The ${gigabytes(trash.bytes)} in the Recycle Bin are for whoever deleted that to decide.`;
}

async function largestOf(turn, agent_id, volume) {
  const path = homeOn(volume);
  const { data } = await turn.use('Show what fills a folder', 'fs_folder_sizes', {
    ...{ agent_id, path },
  });
  const [first] = foldersIn(path, data);
  if (!first) return 'Moving large files to another disk helps as well.';
  return `The largest folder is \`${first.path}\` with ${gigabytes(first.bytes)}: moving some of that to another disk helps most, and is for its owner to do.`;
}
