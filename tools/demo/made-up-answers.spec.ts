import { fixTitle } from '@kenny/health';
import { answerTo } from './made-up-answers.mjs';
import { readRequest } from './made-up-model.mjs';

const PCS = [
  { id: 'mum-laptop', name: 'Mum’s laptop' },
  { id: 'leo-laptop', name: 'Leo’s laptop' },
  { id: 'grandpa-pc', name: 'Grandpa’s PC' },
  { id: 'club-office', name: 'Club office' },
  { id: 'club-till', name: 'Club till' },
  { id: 'old-netbook', name: 'Old netbook' },
];
const check = (name: string, status: string, reason: string) => ({ name, status, reason });
const OFFLINE = check('printers', 'warn', 'Brother is offline');
const NO_PROTECTION = check('defender', 'crit', 'Real-time protection is off');

interface Said {
  text: string;
  calls?: { name: string; args: Record<string, unknown> }[];
}
const meta = { os: 'windows' };
const nameOf = (id: string) => PCS.find((pc) => pc.id === id)?.name;
const health = (id: string, ...sections: object[]) => ({
  ...{ agent_id: id, name: nameOf(id), online: true, meta, sections },
});

/** The answer to a question, where tools have found this since. */
function said(
  question: string,
  found: Record<string, unknown> = {},
  { system = '', waiting = [] as object[] } = {},
): Said {
  const messages: object[] = [{ role: 'user', content: question }];
  for (const [name, data] of Object.entries(found)) {
    const use = { type: 'tool_use', id: name, name, input: {} };
    messages.push({ role: 'assistant', content: [use] });
    const content = [{ type: 'text', text: JSON.stringify({ data }) }];
    const result = { type: 'tool_result', tool_use_id: name, content };
    messages.push({ role: 'user', content: [result] });
  }
  return answerTo({ ...readRequest({ messages, system }, PCS), waiting });
}
const fixIn = ({ calls = [] }: Said) =>
  calls.map(({ name, args: { agent_id, reason: _, ...args } }) => [
    agent_id,
    fixTitle('windows', { tool: name, args }),
  ]);

it('asks for kenny’s own fix of a printer that is offline', () => {
  const question = 'Restart the printer of the club office';
  expect(said(question).calls).toMatchObject([
    { name: 'agent_health', args: { id: 'club-office' } },
  ]);
  const asked = said(question, { agent_health: health('club-office', OFFLINE) });
  expect(asked.text).toMatch(/Club office.*Brother is offline/);
  expect(fixIn(asked)).toEqual([['club-office', 'Restart the print service']]);
});

it('looks again afterwards, and says whether it has helped', () => {
  const found = { agent_health: health('club-office', OFFLINE), powershell_exec: {} };
  const question = 'Why does the printer of the club office not print?';
  expect(said(question, found).calls).toMatchObject([{ name: 'telemetry_collect' }]);
  const printers = [{ status: 'Idle' }];
  const after = said(question, { ...found, telemetry_collect: { printers: { printers } } });
  expect(after).toEqual({ text: 'The printer of Club office is **ready** again.' });
});

it('asks to turn virus protection on where it is off', () => {
  const agents = [health('club-till'), health('grandpa-pc', NO_PROTECTION)];
  const asked = said('Is everybody’s virus protection on?', { fleet_overview: { agents } });
  expect(asked.text).toMatch(/Off: \*\*Grandpa’s PC\*\*.*On: Club till/s);
  expect(fixIn(asked)).toEqual([['grandpa-pc', 'Turn on real-time protection']]);
});

it.each([
  ['of one', ['mum-laptop'], 'On the one PC that reports it, yes.'],
  ['of two', ['mum-laptop', 'leo-laptop'], 'On the 2 PCs that report it, yes.'],
])('counts whose virus protection is known to be on: that %s', (_, ids, words) => {
  const away = { ...health('old-netbook'), online: false };
  const fresh = { ...health('test-pc'), name: 'Test PC', online: false, meta: null };
  const media = { ...health('media-box'), name: 'Media box', meta: { os: 'linux' } };
  const ask = (...more: object[]) => {
    const agents = [...ids.map((id) => health(id)), media, ...more];
    return said('Is everybody’s virus protection on?', { fleet_overview: { agents } }).text;
  };
  const { length } = words;
  const answer = ask(away, fresh);
  expect(answer.slice(0, length)).toBe(words);
  expect(answer).toMatch(
    /Not known: Old netbook, .*Not known: Test PC, .*Not checked: Media box\./s,
  );
  expect(ask()).toMatch(/^Yes\./);
});

const DISK = { volumes: [{ mount: 'C:', percent_used: 93, free_bytes: 35e9 }] };
const target = (name: string, bytes: number) => ({ target: name, bytes });
const TRASH = target('trash', 31.4e9);
const diskOf = (...targets: object[]) => ({
  agent_snapshot: { snapshot: { disk: DISK } },
  fs_folder_sizes: { folders: [{ name: 'Videos', bytes: 195e9 }], files_bytes: 0 },
  disk_cleanable: { targets },
});
const FULL = 'Why is Mum’s laptop nearly full?';

it('does not forget the Recycle Bin, neither when nothing else is left nor after a clean-up', () => {
  const bin =
    /I will leave the 31\.4 GB in the Recycle Bin alone: whoever deleted that should.*decide/;
  const nothing = said(FULL, diskOf(TRASH));
  expect(nothing.text).toMatch(bin);
  expect(nothing.calls).toBeUndefined();
  const cleaned = {
    ...diskOf(TRASH, target('temp', 8.7e9)),
    disk_clean: { freed_bytes: 8.7e9 },
    telemetry_collect: { disk: DISK },
  };
  expect(said(FULL, cleaned).text).toMatch(bin);
});

it('asks for nothing that waits already, and says who asks for it', () => {
  const temp = {
    ...{ tool: 'disk_clean', agent_id: 'mum-laptop', args: { targets: ['temp'] } },
    requested_by: { kind: 'task', name: 'Why?' },
  };
  const found = diskOf(target('temp', 8.7e9), target('update_cache', 14.2e9));
  const rest = said(FULL, found, { waiting: [temp] });
  expect(rest.text).toContain('An AI agent asks to delete temporary files there already');
  expect(rest.calls?.[0]?.args['targets']).toEqual(['update_cache']);
  const updates = {
    ...{ ...temp, args: { targets: ['update_cache'] } },
    requested_by: { kind: 'chat', name: 'admin' },
  };
  const none = said(FULL, found, { waiting: [temp, updates] });
  expect(none.text).toMatch(/An AI agent asks.*Another conversation asks to delete downloaded/s);
  expect(none.calls).toBeUndefined();

  const restart = {
    ...{ tool: 'powershell_exec', agent_id: 'club-office', fix: 'Restart the print service' },
    requested_by: { kind: 'operator', name: 'Ben' },
  };
  const question = 'Restart the printer of the club office';
  const office = { agent_health: health('club-office', OFFLINE) };
  const asked = said(question, office, { waiting: [restart] });
  expect(asked.text).toContain('Ben asks for exactly that already');
  expect(asked.calls).toBeUndefined();
  const elsewhere = { ...restart, agent_id: 'club-till' };
  expect(said(question, office, { waiting: [elsewhere] }).calls).toHaveLength(1);
});

it.each([
  ['Why is Leo’s battery weak?', check('battery', 'warn', 'It has 64 % left'), /new battery/],
  ['Are there updates for Leo?', check('app_updates', 'warn', '3 apps'), /Say “Update the apps/],
  ['Does Leo’s laptop need a restart?', check('reboot_pending', 'warn', 'Yes'), /Say “Restart/],
])('only answers what somebody only wants to know: %s', (question, one, words) => {
  const { text, calls } = said(question, { agent_health: health('leo-laptop', one) });
  expect(text).toMatch(words);
  expect(calls).toBeUndefined();
});

it.each([
  ['Update the apps of Leo’s laptop', 'app_updates', 'Update apps'],
  ['Restart Leo’s laptop', 'reboot_pending', 'Restart in one minute'],
])('asks for what it is told to do: %s', (question, section, title) => {
  const one = check(section, 'warn', 'Something');
  const asked = said(question, { agent_health: health('leo-laptop', one) });
  expect(fixIn(asked)).toEqual([['leo-laptop', title]]);
});

it('says the worst first', () => {
  const agents = [
    health('leo-laptop', check('battery', 'warn', 'Old')),
    health('mum-laptop', check('disk', 'warn', 'C: is 93 % full')),
    health('grandpa-pc', NO_PROTECTION),
  ];
  const { text } = said('What is wrong?', { fleet_overview: { agents } });
  expect(text).toMatch(/3 PCs need you, the worst first:.*Grandpa.*Mum.*Leo/s);
  expect(said('Is everything all right?', { fleet_overview: { agents } }).text).toMatch(
    /^Not quite\./,
  );
});

it('takes the fullest disk when no PC is named', () => {
  const agents = [
    health('leo-laptop', check('disk', 'warn', 'C: is 81 % full')),
    health('mum-laptop', check('disk', 'warn', 'C: is 93.1 % full')),
  ];
  const { text, calls } = said('Why is the disk full?', { fleet_overview: { agents } });
  expect(text).toContain('You named no PC, so I take Mum’s laptop: its disk is the fullest.');
  expect(said('Why is Mum’s laptop full?').text).not.toContain('You named no PC');
  expect(calls).toMatchObject([
    { name: 'agent_snapshot', args: { id: 'mum-laptop' } },
    { name: 'disk_cleanable', args: { agent_id: 'mum-laptop' } },
  ]);
});

it('knows a PC by a word of its name, and else takes that of the conversation', () => {
  const pcIn = (question: string, system = '') =>
    said(question, {}, { system }).calls?.[0]?.args['id'];
  expect(pcIn('Is Leo’s printer ready?')).toBe('leo-laptop');
  expect(pcIn('Is the printer of the office ready?')).toBe('club-office');
  expect(pcIn('Is the old printer ready?', 'The PC of this conversation: club-till')).toBe(
    'club-till',
  );
  expect(pcIn('Is the laptop’s printer ready?')).toBeUndefined();
});

it('says honestly what it knows when it is asked for anything else', () => {
  expect(said('Write me a poem.').text).toMatch(/made-up model of this demo.*batteries/);
});

it('says of a PC that never connected that it is not connected yet', () => {
  const never = { ...health('old-netbook'), online: false, last_seen: null };
  const { text } = said('How is the old netbook?', { agent_health: never });
  expect(text).toBe('Old netbook is not connected yet: I know nothing of it.');
});
