import { madeUpFleet } from '../made-up-fleet.mjs';
import { work } from './work.mjs';

const DECIDED = 'It has been decided.';
const BATTERY = { name: 'battery', status: 'warn', reason: 'The battery has 64 % left' };
const UPDATES = { name: 'app_updates', status: 'warn', reason: '3 apps can be updated' };
const FULL = { name: 'disk', status: 'warn', reason: 'C: is 93 % full' };
const UNSAFE = { name: 'defender', status: 'crit', reason: 'Virus protection is off' };
const EMPTY = { name: 'disk', status: 'ok', reason: 'C: is 29 % full' };

type Plan = [string, string][];
interface Made {
  run(tool: string, args: object, now: number): { entries: object[] };
}
type Answer = { ok: boolean; data: unknown; problem?: string; waits?: boolean };

const pc = (name: string, ...sections: object[]) => ({
  ...{ agent_id: name.toLowerCase(), name, online: true, sections },
  last_seen: '2026-06-04T12:00:00Z',
});
const disk = (percent_used: number) => ({
  volumes: [{ mount: 'C:', percent_used, free_bytes: 35e9 }],
});

/** What one prompt said and did, where the tools answer so. */
class Turn {
  said = '';
  plans: Plan[] = [];
  used: [string, object][] = [];

  constructor(private readonly answers: Record<string, Answer | unknown[]>) {}

  say(text: string): void {
    this.said += text;
  }

  plan(...steps: Plan): void {
    this.plans.push(steps);
  }

  use(_title: string, tool: string, args: object = {}): Promise<Answer> {
    this.used.push([tool, args]);
    const answer = this.answers[tool];
    if (!answer) throw new Error(`nobody foresaw ${tool}`);
    return Promise.resolve(answer as Answer);
  }
}

const ok = (data: unknown): Answer => ({ ok: true, data });
/** The tools of a task with these PCs. */
function toolsOf(agents: object[], more: Record<string, Answer> = {}) {
  return {
    ...{ list_agents: ok({ agents }), fleet_overview: ok({ agents }) },
    ...{ agent_health: ok(agents[0]), ...more },
  };
}
const WAITS: Answer = { ok: false, data: {}, problem: 'Nothing has run.', waits: true };
const diskTools = (used: number, asked = WAITS) => ({
  telemetry_collect: ok({ disk: disk(used) }),
  fs_folder_sizes: ok({ folders: [{ name: 'Videos', bytes: 195e9 }], files_bytes: 0 }),
  disk_cleanable: ok({ targets: [{ target: 'temp', bytes: 8.7e9 }] }),
  disk_clean: asked,
});

async function did(text: string, tools: Record<string, Answer>, memory = { decided: DECIDED }) {
  const turn = new Turn(tools);
  await work(turn, text, memory);
  return turn;
}

it('answers what it was asked, about the PC of its task, and changes nothing', async () => {
  const { said, used, plans } = await did(
    'Find out why Leo’s battery is weak',
    toolsOf([pc('Leo', UPDATES, BATTERY)]),
  );
  expect(said).toMatch(/Leo: The battery has 64 % left\. .*new battery.*Also, Leo: 3 apps/s);
  expect(said).toMatch(/made up for this demo.*a real AI agent would/);
  expect(used.map(([tool]) => tool)).toEqual(['list_agents', 'agent_health']);
  expect(plans.at(-1)?.map(([, status]) => status)).toEqual(['completed', 'completed']);
});

it('says the worst first where it is asked for nothing that it knows', async () => {
  const agents = [pc('Leo', BATTERY), pc('Mum', FULL), { ...pc('Netbook'), online: false }];
  const { said } = await did('Make it nice', toolsOf(agents));
  expect(said).toMatch(/C: of Mum is 93 % full.*Leo: The battery.*Netbook: switched off or away/s);
});

it('answers about the PC that its title names, of several', async () => {
  const agents = [pc('Mum’s laptop', FULL), pc('Club till', EMPTY)];
  const tools = toolsOf(agents, { agent_health: ok(agents[1]) });
  const { said, used } = await did('Find out why the club till is slow', tools);
  expect(said).toContain('All checks of Club till are fine.');
  expect(said).not.toContain('Mum');
  expect(used.at(-1)).toEqual(['agent_health', { id: 'club till' }]);
});

it('says what starts by itself, on which PCs, and what nobody needs', async () => {
  const agents = [pc('Leo'), pc('Mum'), { ...pc('Netbook'), online: false }];
  const entries = [{ name: 'OneDrive' }, { name: 'Unheard of' }];
  const { said, used, plans } = await did(
    'See which programs start by themselves on each PC, and list what nobody needs',
    toolsOf(agents, { diag_autostart: ok({ entries }) }),
  );
  expect(said).toMatch(/OneDrive \(Leo, Mum\): nobody needs it .*Unheard of .*I do not know/s);
  expect(said).toMatch(/Netbook: switched off or away\..*made up for this demo/s);
  expect(used.map(([tool]) => tool)).toEqual(['list_agents', 'diag_autostart', 'diag_autostart']);
  expect(plans.at(-1)?.map(([, status]) => status)).toEqual(['completed', 'completed']);
});

it('says so when a PC does not tell what starts there', async () => {
  const tools = toolsOf([pc('Leo')], {
    diag_autostart: { ok: false, data: {}, problem: 'It did not answer in time.' },
  });
  const { said } = await did('What starts by itself?', tools);
  expect(said).toContain('Leo does not answer: It did not answer in time.');
  expect(said).not.toContain('nothing');
});

it('knows all that the made-up PCs start', async () => {
  const fleet = madeUpFleet() as unknown as Made[];
  const entries = fleet.flatMap((one) => one.run('diag_autostart', {}, Date.now()).entries);
  const tools = toolsOf([pc('Leo')], { diag_autostart: ok({ entries }) });
  const { said } = await did('What starts by itself?', tools);
  expect(said).toContain('OneDrive');
  expect(said).not.toContain('I do not know');
});

it.each([
  ['Find the disks that will be full within three months, and say what fills them', FULL],
  ['Check that virus protection and updates are on everywhere, and list what is not', UNSAFE],
])('answers what New task suggests: %s', async (text, check) => {
  const tools = toolsOf([pc('Leo', BATTERY), pc('Mum', check)], diskTools(91.2));
  const [first] = (await did(text, tools)).said.split('Leo');
  expect(first).toContain('Mum');
});

it('says of several PCs which disks are full and which are not, and asks to delete nothing', async () => {
  const agents = [pc('Leo', BATTERY), pc('Mum', FULL), { ...pc('Tim'), online: false }];
  const { said, used } = await did(
    'Find the disks that are full',
    toolsOf(agents, diskTools(91.2)),
  );
  expect(said).toMatch(/C: of Mum is 91\.2 % full\..*195 GB.*No disk is nearly full on Leo\./s);
  expect(said).toContain('Tim: switched off or away.');
  expect(used.map(([tool]) => tool)).not.toContain('disk_clean');
});

it('does not call a PC that never connected switched off', async () => {
  const agents = [pc('Mum', FULL), { ...pc('This one'), online: false, last_seen: null }];
  const { said } = await did('Make it nice', toolsOf(agents));
  expect(said).toContain('This one: not connected yet.');
  expect(said).not.toContain('switched off');
});

it('says nothing of the checks of a PC that is away', async () => {
  const agents = [{ ...pc('Old netbook', EMPTY), online: false }];
  const { said } = await did('Why is the old netbook slow?', toolsOf(agents));
  expect(said).toContain('Old netbook: switched off or away.');
  expect(said).not.toContain('fine');
});

it('does not ask to delete anything where no disk is full', async () => {
  const { said, used } = await did('Why is the disk full?', toolsOf([pc('Till', EMPTY)]));
  expect(said).toContain('C: of Till is 29 % full. That is fine.');
  expect(used.map(([tool]) => tool)).not.toContain('disk_clean');
});

it('asks for the disk that is full, with the numbers of now, and is not done before it ran', async () => {
  const tools = toolsOf([pc('Leo', BATTERY), pc('Mum', FULL)], diskTools(91.2));
  const { said, used, plans } = await did('Why is the disk full?', tools);
  expect(said).toMatch(/C: of Mum is 91\.2 % full.*195 GB.*temporary files \(8\.7 GB\)/s);
  expect(used.at(-1)).toMatchObject(['disk_clean', { agent_id: 'mum', targets: ['temp'] }]);
  expect(plans.at(-1)).toContainEqual(['Free some space', 'in_progress']);
});

it('says so when nothing is left that may go', async () => {
  const left = {
    ...diskTools(88),
    disk_cleanable: ok({ targets: [{ target: 'trash', bytes: 31.4e9 }] }),
  };
  const { said, used } = await did('Why is it full?', toolsOf([pc('Mum', FULL)], left));
  expect(said).toContain('Nothing is left that nobody would miss. The 31.4 GB in the Recycle Bin');
  expect(used.map(([tool]) => tool)).not.toContain('disk_clean');
});

it('looks again when its request has run, even if it was started anew meanwhile', async () => {
  const text = `${DECIDED}\n- disk_clean on mum (apr_1) was approved and has run; repeat it.`;
  const { said, plans } = await did(text, toolsOf([pc('Mum', FULL)], diskTools(84.5)));
  expect(said).toContain('C: of Mum is now 84.5 % full, with 35 GB free.');
  expect(plans.at(-1)).toContainEqual(['Free some space', 'completed']);
});

it('leaves everything as it is when its request was denied', async () => {
  const text = `${DECIDED}\n- disk_clean on mum (apr_1) was denied: Not now. Do not try it in other words.`;
  const { said, used, plans } = await did(text, {});
  expect(said).toContain('my request was denied: Not now.\n');
  expect(used).toEqual([]);
  expect(plans.at(-1)).toEqual([
    ['See what fills the disk', 'completed'],
    ['Free some space', 'pending'],
    ['Look again', 'pending'],
  ]);
});
