import { sectionTitle } from '@kenny/contract/web';

/**
 * What the made-up model of the demo knows: a few questions. Each is answered step by step, from what
 * the tools have found since it was asked; what is changed waits for a person, as always.
 */

/** May be deleted without asking whose they are. */
const NOBODY_MISSES = {
  temp: 'temporary files',
  update_cache: 'downloaded updates',
  package_cache: 'downloaded packages',
  browser_cache: 'browser caches',
  logs: 'old logs',
};
const PROTECTION_ON = 'Set-MpPreference -DisableRealtimeMonitoring $false';
const LOOKS_AGAIN = 'That ran. I check again.';

/** Why somebody should care. */
const MATTERS = {
  disk: 'A full disk stops updates and saving, and makes Windows slow.',
  defender: 'Until it is on again, nothing checks what is opened or downloaded there.',
  reboot_pending: 'Until then the old version runs on, with the holes that the update closes.',
  printers: 'What is printed waits until the printer answers again.',
  battery: 'It holds charge for less and less time; that is age, and nothing here mends it.',
};
const HELPS = {
  disk: 'Ask me why it is nearly full, and I look for what can go.',
  defender: 'Turning real-time protection on again helps. Ask me whether it is on everywhere.',
  reboot_pending: 'A restart, when nobody is working there, completes the update.',
  printers: 'Restarting the print service usually helps; Ben has asked for that under Approvals.',
};

/** In this order; the first that fits the question answers. */
const QUESTIONS = [
  { fits: /^(?:why is|what does) “/, answer: explained },
  { fits: /happen|yesterday|last week|lately/, answer: happened },
  { fits: /virus|protect|defender/, answer: protection },
  { fits: /disk|full|space|room/, answer: nearlyFull },
  { fits: /restart|reboot/, answer: restart },
  { fits: /all right|wrong|okay|\bok\b|need|attention|today/, answer: state },
];

const LOST = `I am the made-up model of this demo: no AI thinks here, and I know only a few questions. Try one of these:

- What needs me today, and why?
- Is everybody’s virus protection on?
- Why is Mum’s laptop nearly full?
- What happened last week?

In an installation of your own, Claude answers here, and takes any question.`;

/** @see readRequest */
export function answerTo(asked) {
  const { answer } = QUESTIONS.find(({ fits }) => fits.test(asked.question)) ?? {};
  return answer?.(asked) ?? { text: LOST };
}

const calls = (text, ...list) => ({
  text,
  calls: list.map(([name, args]) => ({ name, args })),
});

function nearlyFull({ pc, found }) {
  if (!pc) return whichIsFull(found);
  const [agent_id, health] = [pc.id, { id: pc.id, section: 'disk' }];
  const [report, targets] = [found.get('agent_snapshot'), found.get('disk_cleanable')];
  if (!report || !targets) {
    return calls(
      'I look at what fills it.',
      ['agent_snapshot', health],
      ['disk_cleanable', { agent_id }],
    );
  }
  const cleaned = found.get('disk_clean');
  if (!cleaned) return proposal(pc, report, targets);
  if (!cleaned.ok) return refused(cleaned);
  const after = found.get('telemetry_collect');
  if (!after) return calls(LOOKS_AGAIN, ['telemetry_collect', { agent_id, sections: ['disk'] }]);
  const [before, now] = [volumeOf(report.data.snapshot?.disk), volumeOf(after.data.disk)];
  return {
    text: `${gigabytes(cleaned.data.freed_bytes)} are free again: ${now.mount} went from ${percent(before)} to **${percent(now)}**, and ${gigabytes(now.free_bytes)} are left.\n\n${largest(report)}`,
  };
}

function proposal({ id: agent_id, name }, report, targets) {
  const disk = report.data.snapshot?.disk;
  const seen = disk
    ? `${volumeOf(disk).mount} of ${name} is **${percent(volumeOf(disk))} full**: ${gigabytes(volumeOf(disk).free_bytes)} of ${gigabytes(volumeOf(disk).total_bytes)} are free.${folders(disk)}`
    : `${name} has not reported its disk yet.`;
  if (!targets.ok) return { text: `${seen}\n\nWhat could go I cannot see now: ${targets.problem}` };
  const all = targets.data.targets ?? [];
  const mine = all.filter(({ target }) => target in NOBODY_MISSES);
  if (mine.length === 0)
    return { text: `${seen}\n\nThere is nothing left that nobody would miss.` };
  const trash = all.find(({ target }) => target === 'trash');
  const left = trash
    ? ` The ${gigabytes(trash.bytes)} in the Recycle Bin I leave alone: whoever deleted that should look first.`
    : '';
  const sum = mine.reduce((total, { bytes }) => total + bytes, 0);
  const lines = mine.map(({ target, bytes }) => `- ${NOBODY_MISSES[target]}: ${gigabytes(bytes)}`);
  return calls(
    `${seen}\n\nNobody would miss these, ${gigabytes(sum)} in all:\n\n${lines.join('\n')}\n\nI ask to delete exactly these.${left}`,
    [
      'disk_clean',
      {
        ...{ agent_id, targets: mine.map(({ target }) => target) },
        reason: `Frees ${gigabytes(sum)} without touching anybody’s own files.`,
      },
    ],
  );
}

function whichIsFull(found) {
  const fleet = found.get('fleet_overview');
  if (!fleet) return calls('I look at all disks.', ['fleet_overview', {}]);
  const full = fleet.data.agents.flatMap(({ name, sections }) =>
    sections
      .filter(({ name: check, status }) => check === 'disk' && isBad(status))
      .map(({ reason }) => `- **${name}**: ${reason}`),
  );
  if (full.length === 0) return { text: 'No disk is filling up.' };
  return {
    text: `${full.join('\n')}\n\nAsk me why that one is nearly full, and I look for what can go.`,
  };
}

function protection({ found }) {
  const fleet = found.get('fleet_overview');
  if (!fleet) return calls('I look at all PCs.', ['fleet_overview', {}]);
  const { off, lines } = protectionOf(fleet.data.agents);
  if (!off) return { text: `Yes.\n\n${lines.join('\n')}` };
  const changed = found.get('powershell_exec');
  const { agent_id, name } = off;
  if (!changed) {
    const args = { agent_id, script: PROTECTION_ON, reason: 'Its virus protection is off.' };
    return calls(
      `Not everywhere.\n\n${lines.join('\n')}\n\nI ask to turn it on again on ${name}; this one line is all that runs.`,
      ['powershell_exec', args],
    );
  }
  if (!changed.ok) return refused(changed);
  const after = found.get('telemetry_collect');
  if (!after)
    return calls(LOOKS_AGAIN, ['telemetry_collect', { agent_id, sections: ['defender'] }]);
  return {
    text: after.data.defender?.realtime_protection
      ? `Real-time protection is **on** again on ${name}, so now it is on everywhere I can see. Somebody or something had turned it off: ask whoever uses that PC.`
      : `It is still off on ${name}. Somebody has to look at that PC itself, under Windows Security.`,
  };
}

/** Where it is off, and a line for every PC that has it; the overview names only what is not well. */
function protectionOf(agents) {
  const windows = agents.filter(({ meta }) => meta?.os === 'windows');
  const there = windows.filter(({ online }) => online).map((pc) => ({ ...pc, why: whyOff(pc) }));
  const off = there.filter(({ why }) => why);
  const on = there.filter(({ why }) => !why).map(({ name }) => name);
  const away = windows.filter(({ online }) => !online).map(({ name }) => name);
  return {
    off: off[0],
    lines: [
      ...off.map(({ name, why }) => `- Off: **${name}**. ${why}.`),
      `- On: ${on.join(', ')}.`,
      ...(away.length > 0 ? [`- Not known: ${away.join(', ')}, which cannot be reached now.`] : []),
      '- I left out the PCs with Linux: this check is about Windows.',
    ],
  };
}

const whyOff = ({ sections }) =>
  sections.find(({ name, status }) => name === 'defender' && isBad(status))?.reason;

function state({ pc, found }) {
  if (pc) return stateOf(pc, found);
  const fleet = found.get('fleet_overview');
  if (!fleet) return calls('I look at all PCs.', ['fleet_overview', {}]);
  const rank = { crit: 0, warn: 1 };
  const bad = fleet.data.agents
    .filter(({ online, worst }) => online && worst && isBad(worst.status))
    .sort((a, b) => rank[a.worst.status] - rank[b.worst.status]);
  const away = fleet.data.agents.filter(({ online }) => !online).map(({ name }) => name);
  const lines = bad.map(({ name, worst }) => `- **${name}**: ${worst.reason}.`);
  const gone = away.length > 0 ? `\n\nSwitched off or away: ${away.join(', ')}.` : '';
  if (lines.length === 0) return { text: `Nothing: all PCs that I can reach are fine.${gone}` };
  return {
    text: `${lines.length === 1 ? 'One PC needs' : `${lines.length} PCs need`} you, the worst first:\n\n${lines.join('\n')}${gone}\n\nI have changed nothing. Ask me about virus protection or a full disk, and I propose what helps.`,
  };
}

function happened({ pc, found }) {
  const [past, fleet] = [found.get('health_history'), found.get('list_agents')];
  if (!past || !fleet) {
    const args = pc ? { id: pc.id, days: 7 } : { days: 7 };
    return calls('I look back a week.', ['health_history', args], ['list_agents', {}]);
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
  if (!health) return calls(`I look at ${name}.`, ['agent_health', { id }]);
  const bad = health.data.sections.filter(({ status }) => isBad(status));
  const fine = health.data.sections.length - bad.length;
  if (bad.length === 0) return { text: `Yes: all ${fine} checks of ${name} are fine.` };
  const lines = bad.map((one) => `- **${titleOf(one)}**: ${one.reason}. ${HELPS[one.name] ?? ''}`);
  return { text: `Not quite.\n\n${lines.join('\n')}\n\nThe other ${fine} checks are fine.` };
}

function restart({ pc, found }) {
  if (!pc) return undefined;
  const health = found.get('agent_health');
  if (!health) return calls(`I look at ${pc.name}.`, ['agent_health', { id: pc.id }]);
  const check = health.data.sections.find(({ name }) => name === 'reboot_pending');
  if (!check || !isBad(check.status)) return { text: `No, ${pc.name} needs none.` };
  return { text: `Yes: ${check.reason}. ${HELPS.reboot_pending}` };
}

/** The question that the button Explain of a check asks. */
function explained({ question, pc, found }) {
  if (!pc) return undefined;
  const health = found.get('agent_health');
  if (!health) return calls(`I look at ${pc.name}.`, ['agent_health', { id: pc.id }]);
  const [, quoted] = /“(.+?)”/.exec(question) ?? [];
  const check = health.data.sections.find((one) => titleOf(one).toLowerCase() === quoted);
  if (!check) return undefined;
  if (!isBad(check.status)) {
    return { text: `**${titleOf(check)}** on ${pc.name} is all right. Nothing has to be done.` };
  }
  const words = [MATTERS[check.name], HELPS[check.name]].filter(Boolean).join(' ');
  const more = words || 'I know no more about it: in the demo I am made up.';
  return { text: `${check.reason} on ${pc.name}. ${more}\n\nI have changed nothing.` };
}

const refused = ({ problem }) => ({
  text: `Then I leave it as it is; nothing was changed. (${problem})`,
});

const isBad = (status) => status === 'warn' || status === 'crit';
const titleOf = ({ name }) => sectionTitle(name) ?? name;

const volumeOf = (disk) => disk?.volumes?.[0] ?? { mount: 'The disk', percent_used: 0 };
const percent = ({ percent_used: used }) => `${used} %`;
const gigabytes = (bytes = 0) => `${(bytes / 1e9).toFixed(1)} GB`;

function folders({ top_dirs: all }) {
  if (!all) return '';
  const lines = all.map(({ path, bytes }) => `- \`${path}\`: ${gigabytes(bytes)}`);
  return ` The largest folders:\n\n${lines.join('\n')}`;
}

/** What to do about the largest one is not the model's to propose. */
function largest({ data }) {
  const [first] = data.snapshot?.disk?.top_dirs ?? [];
  if (!first) return 'I would look again in a month.';
  return `What fills it for good is \`${first.path}\` with ${gigabytes(first.bytes)}. Moving old files from there to another drive helps most; that is for whoever owns them.`;
}
