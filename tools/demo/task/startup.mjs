import { namedIn } from '../knowledge.mjs';
import { absentLines, MADE_UP, namesOf } from './words.mjs';

/** What starts by itself on the made-up PCs, and who needs it. */

const WHO_NEEDS = {
  OneDrive: 'nobody needs it on a PC that keeps no files in OneDrive',
  SecurityHealth: 'keep it, it shows whether virus protection is on',
  Network: 'keep it, it shows the network',
  'Update notifier': 'keep it, it says when there are updates',
};
const STEPS = ['List what starts by itself', 'Say what nobody needs'];

/** @param question - `plain` */
export const asksWhatStarts = (question) =>
  /\bstarts? by (themselves|itself)|startup|autostart/.test(question);

export async function tellStartup(turn, question) {
  turn.say('First I will list what starts by itself on this task’s PCs.');
  plan(turn, 'in_progress', 'pending');
  const { data } = await turn.use('List PCs', 'list_agents');
  const all = data.agents ?? [];
  const named = namedIn(question, all);
  const agents = named ? [named] : all;
  const found = new Map();
  const silent = [];
  for (const pc of agents.filter(({ online }) => online)) {
    const { agent_id } = pc;
    const answer = await turn.use('List startup programs', 'diag_autostart', { agent_id });
    if (!answer.ok) silent.push(`${pc.name} does not answer: ${answer.problem}`);
    for (const { name } of answer.data.entries ?? []) {
      found.set(name, [...(found.get(name) ?? []), pc]);
    }
  }
  plan(turn, 'completed', 'completed');
  const lines = [...found].map(([program, pcs]) => lineOf(program, pcs));
  if (lines.length === 0 && silent.length === 0)
    lines.push('I found nothing that starts by itself.');
  turn.say(`\n\n${[...lines, ...silent, ...absentLines(agents)].join('\n\n')}${MADE_UP}`);
}

const lineOf = (program, pcs) =>
  `${program} (${namesOf(pcs)}): ${WHO_NEEDS[program] ?? 'I do not know who needs it'}.`;

const plan = (turn, ...states) => turn.plan(...STEPS.map((step, nr) => [step, states[nr]]));
