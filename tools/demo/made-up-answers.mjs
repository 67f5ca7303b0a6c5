import { calls, lookAt, titleOf } from './answer-parts.mjs';
import { isBad, topicFor, topicOf, worstFirst } from './knowledge.mjs';
import { nearlyFull } from './made-up-disk.mjs';
import { answerAbout } from './made-up-fixes.mjs';

/**
 * What the made-up model of the demo knows: a few questions. Each is answered step by step, from what
 * the tools have found since it was asked; what is changed waits for a person, as always.
 */

/** In this order; the first that fits the question answers. */
const QUESTIONS = [
  { fits: /^(?:why is|what does) “/, answer: explained },
  { fits: /happen|yesterday|last week|lately/, answer: happened },
  { fits: topicOf, answer: about },
  {
    fits: /all right|alright|wrong|problem|broken|okay|\bok\b|\bfine\b|healthy|need|attention|today|^how (?:is|are)/,
    answer: state,
  },
];

const LOST = `I am the made-up model of this demo, not an AI: I know only about full disks, printers, batteries, virus protection, restarts, app updates, and what is wrong or has happened. For example:

- Which PCs need me today, and why?
- Is everybody’s virus protection on?
- Why is Mum’s laptop nearly full?
- Restart the printer of the club office
- What happened last week?`;

/** @see readRequest */
export function answerTo(asked) {
  const fitting = QUESTIONS.find(({ fits }) =>
    typeof fits === 'function' ? fits(asked.question) : fits.test(asked.question),
  );
  return fitting?.answer(asked) ?? { text: LOST };
}

function about(asked) {
  const topic = topicOf(asked.question);
  return topic.section === 'disk' ? nearlyFull(asked) : answerAbout(topic, asked);
}

function state({ question, pc, found }) {
  if (pc) return stateOf(pc, found);
  const fleet = found.get('fleet_overview');
  if (!fleet) return lookAt();
  const bad = worstFirst(fleet.data.agents);
  const absent = (what, fits) => {
    const names = fleet.data.agents.filter((one) => !one.online && fits(one));
    return names.length > 0 ? `\n\n${what}: ${names.map(({ name }) => name).join(', ')}.` : '';
  };
  const lines = bad.map(
    ({ pc: { name }, checks }) =>
      `- **${name}**: ${checks.map(({ reason }) => reason).join('. ')}.`,
  );
  const gone =
    absent('Switched off or away', ({ last_seen }) => last_seen) +
    absent('Not connected yet', ({ last_seen }) => !last_seen);
  const isAsked = /all right|alright|okay|\bok\b|\bfine\b|healthy/.test(question);
  if (lines.length === 0) {
    return { text: `${isAsked ? 'Yes' : 'Nothing'}: all PCs that I can reach are fine.${gone}` };
  }
  const need =
    lines.length === 1 ? 'One PC needs you' : `${lines.length} PCs need you, the worst first`;
  return {
    text: `${isAsked ? 'Not quite. ' : ''}${need}:\n\n${lines.join('\n')}${gone}\n\nI have changed nothing. Ask me about one of them, and I will say what helps.`,
  };
}

function happened({ pc, found }) {
  const [past, fleet] = [found.get('health_history'), found.get('list_agents')];
  if (!past || !fleet) {
    const args = pc ? { id: pc.id, days: 7 } : { days: 7 };
    return calls(
      'Let me look back over the last week.',
      ['health_history', args],
      ['list_agents', {}],
    );
  }
  const names = new Map(fleet.data.agents.map(({ agent_id, name }) => [agent_id, name]));
  const lines = past.data.items.map((one) => {
    const day = new Date(one.at).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
    const well = one.status === 'ok' ? 'fine again' : one.reason;
    return `- ${day}, **${names.get(one.agent_id)}**, ${titleOf({ name: one.section })}: ${well}.`;
  });
  if (lines.length === 0) return { text: 'Nothing: no check got worse or better in seven days.' };
  return { text: `In the last seven days, the newest first:\n\n${lines.join('\n')}` };
}

function stateOf({ id, name }, found) {
  const health = found.get('agent_health');
  if (!health) return lookAt({ id, name });
  if (health.data.last_seen === null) {
    return { text: `${name} is not connected yet: I know nothing of it.` };
  }
  const [worst] = worstFirst([{ ...health.data, online: true }]);
  const bad = worst?.checks ?? [];
  const fine = health.data.sections.length - bad.length;
  const { online } = health.data;
  if (!online && bad.length === 0) {
    return { text: `${name} is switched off or away. When I last heard of it, all was fine.` };
  }
  if (bad.length === 0) return { text: `Yes: all ${fine} checks of ${name} are fine.` };
  const lines = bad.map((one) => `- **${titleOf(one)}**: ${one.reason}. ${wordsOn(one)}`);
  const first = online
    ? 'Not quite, the worst first.'
    : `${name} is switched off or away. When I last heard of it:`;
  return { text: `${first}\n\n${lines.join('\n')}\n\nThe other ${fine} checks are fine.` };
}

/** The question that the button Explain of a check asks. */
function explained({ question, pc, found }) {
  if (!pc) return undefined;
  const health = found.get('agent_health');
  if (!health) return lookAt(pc);
  const [, quoted] = /“(.+?)”/.exec(question) ?? [];
  const check = health.data.sections.find((one) => titleOf(one).toLowerCase() === quoted);
  if (!check) return undefined;
  if (!isBad(check)) {
    return { text: `**${titleOf(check)}** on ${pc.name} is all right. Nothing has to be done.` };
  }
  const more = wordsOn(check) || 'I know no more than that: in this demo I am made up.';
  return { text: `${check.reason} on ${pc.name}. ${more}\n\nI have changed nothing.` };
}

/** Why it matters, and what helps. */
function wordsOn({ name }) {
  const { matters, helps } = topicFor(name) ?? {};
  return [matters, helps].filter(Boolean).join(' ');
}
