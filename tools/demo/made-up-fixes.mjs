import { ALL_REMEDIES } from '@kenny/health';
import { alreadyAsked, calls, LOOKS_AGAIN, lookAt, refused, titleOf } from './answer-parts.mjs';
import { isBad, worstFirst } from './knowledge.mjs';

/**
 * Answers about one check: what is wrong with it, where; and the fix that kenny has for it, as a
 * request. What somebody only wants to know is not asked for, unless it is `urgent`.
 */

const FIXES = {
  printers: {
    ...{ title: 'Restart the print service', urgent: true },
    ask: ({ name }) => `I would like to restart the print service on ${name}. Nothing else runs.`,
    isWell: ({ printers = [] }) => printers.every(({ status }) => !/offline|error/i.test(status)),
    done: ({ name }) => `The printer of ${name} is **ready** again.`,
    still: ({ name }) =>
      `The printer of ${name} still does not answer. Somebody has to look whether it has power and is connected.`,
  },
  defender: {
    ...{ title: 'Turn on real-time protection', urgent: true, overview: protectionEverywhere },
    ask: ({ name }) =>
      `I would like to turn it on again on ${name}. This one line is all that runs.`,
    isWell: ({ realtime_protection: isOn }) => isOn === true,
    done: ({ name }) =>
      `Real-time protection is **on** again on ${name}. Somebody or something had turned it off: ask whoever uses that PC.`,
    still: ({ name }) =>
      `It is still off on ${name}. Somebody has to look at that PC itself, under Windows Security.`,
  },
  app_updates: {
    title: 'Update apps',
    ask: ({ name }) => `I would like to update them all on ${name}.`,
    offer: ({ name }) => `Say “Update the apps of ${name}”, and I will ask for it.`,
    isWell: ({ available }) => available === 0,
    done: ({ name }) => `All apps of ${name} are **up to date**.`,
    still: ({ name }) => `Some apps of ${name} could not be updated.`,
  },
  reboot_pending: {
    title: 'Restart in one minute',
    ask: ({ name }) =>
      `I would like to restart ${name}. Whoever works there has one minute to save, so ask them first.`,
    offer: ({ name }) => `Say “Restart ${name}”, and I will ask for it.`,
    // It is away for a moment now, and no answer is one.
    done: ({ name }) => `${name} restarts within a minute. Ask me again when it is back.`,
  },
};
/** Somebody wants it done. */
const ORDER = /^(?:please |can you |could you )?(?:restart|reboot|update|upgrade|install|turn|fix)/;

/** @param topic - of `TOPICS` */
export function answerAbout(topic, { question, pc, found, waiting }) {
  const seen = found.get(pc ? 'agent_health' : 'fleet_overview');
  if (!seen) return lookAt(pc);
  if (!seen.ok) return { text: `I cannot see that now: ${seen.problem}` };
  const agents = pc ? [seen.data] : seen.data.agents;
  const fix = FIXES[topic.section];
  const isOrder = ORDER.test(question);
  const [worst] = worstFirst(agents.map((one) => only(one, topic)));
  const at = worst?.pc ?? (isOrder && topic.section === 'reboot_pending' && pc ? seen.data : null);
  if (!at?.online) return { text: wellWords(topic, agents, pc) };
  const told = worst ? wrongWords(topic, agents) : `Nothing on ${at.name} waits for a restart.`;
  if (!fix) return { text: told };
  if (!fix.urgent && !isOrder) return { text: `${told}\n\n${fix.offer(at)}` };
  return fixed(fix, at, told, { topic, found, waiting });
}

/** Asks for the fix, and looks afterwards whether it has helped. */
function fixed(fix, at, told, { topic, found, waiting }) {
  const { agent_id } = at;
  const remedy = ALL_REMEDIES.find(({ title, os }) => title === fix.title && os === at.meta?.os);
  if (!remedy) return { text: told };
  const changed = found.get(remedy.tool);
  if (!changed) {
    const asked = waiting.find((one) => one.agent_id === agent_id && one.fix === fix.title);
    if (asked) return { text: `${told}\n\n${alreadyAsked(asked, 'for exactly that')}` };
    const args = { agent_id, ...remedy.args, reason: fix.title };
    return calls(`${told}\n\n${fix.ask(at)}`, [remedy.tool, args]);
  }
  if (!changed.ok) return refused(changed);
  if (!fix.isWell) return { text: fix.done(at) };
  const after = found.get('telemetry_collect');
  if (!after) {
    return calls(LOOKS_AGAIN, ['telemetry_collect', { agent_id, sections: [topic.section] }]);
  }
  return { text: fix.isWell(after.data[topic.section] ?? {}) ? fix.done(at) : fix.still(at) };
}

const only = (pc, { section }) => ({
  ...pc,
  sections: pc.sections.filter(({ name }) => name === section),
});
const checkOf = (pc, topic) => only(pc, topic).sections[0];

function wrongWords(topic, agents) {
  const overview = agents.length > 1 && FIXES[topic.section]?.overview?.(agents);
  if (overview) return `Not everywhere.\n\n${overview.lines}`;
  const lines = worstFirst(agents.map((one) => only(one, topic))).map(
    ({ pc, checks: [{ reason }] }) => `**${pc.name}**: ${reason}.`,
  );
  const list = lines.length > 1 ? lines.map((line) => `- ${line}`).join('\n') : lines[0];
  return `${list}${lines.length > 1 ? '\n\n' : ' '}${topic.matters} ${topic.helps}`;
}

function wellWords(topic, agents, pc) {
  if (!pc) {
    const overview = FIXES[topic.section]?.overview?.(agents);
    return overview ? `${overview.well}\n\n${overview.lines}` : `${topic.fine}`;
  }
  const [{ name, online }] = agents;
  const check = checkOf(agents[0], topic);
  if (!check) return `${name} has not reported anything about that.`;
  if (!online) return `${name} is switched off or away. When I last heard of it: ${check.reason}.`;
  return `${titleOf(check)} of ${name}: ${check.reason}. Nothing has to be done.`;
}

/** A line for every state, with its PCs; the overview names only what is not well. */
function protectionEverywhere(agents) {
  const windows = agents.filter(({ meta }) => meta?.os === 'windows');
  const there = windows.filter(({ online }) => online);
  const whyOff = ({ sections }) =>
    sections.find((check) => check.name === 'defender' && isBad(check))?.reason;
  const off = there.filter(whyOff).map((pc) => `- Off: **${pc.name}**. ${whyOff(pc)}.`);
  const line = (first, pcs, last) =>
    pcs.length > 0 ? [`- ${first}: ${pcs.map(({ name }) => name).join(', ')}${last}.`] : [];
  const unknown = [
    ...line(
      'Not known',
      windows.filter(({ online }) => !online),
      ', which cannot be reached now',
    ),
    ...line(
      'Not known',
      agents.filter(({ meta }) => !meta),
      ', which never reported',
    ),
  ];
  const reporting = there.length === 1 ? 'one PC that reports' : `${there.length} PCs that report`;
  const lines = [
    ...off,
    ...line(
      'On',
      there.filter((pc) => !whyOff(pc)),
      '',
    ),
    ...unknown,
    ...line(
      'Not checked',
      agents.filter(({ meta }) => meta && meta.os !== 'windows'),
      '. This check is about Windows',
    ),
  ];
  return {
    lines: lines.join('\n'),
    well: unknown.length > 0 ? `On the ${reporting} it, yes.` : 'Yes.',
  };
}
