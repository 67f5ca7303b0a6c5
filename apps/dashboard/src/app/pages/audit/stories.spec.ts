import type { AuditRowView } from '@kenny/contract/web';
import fc from 'fast-check';
import {
  actOf,
  daysOf,
  endOf,
  isDecided,
  sentenceOf,
  stepWords,
  storiesOf,
  taskOf,
  type Story,
} from './stories';

let seq = 0;
const row = (changes: Partial<AuditRowView>): AuditRowView => ({
  ...{ id: `row-${(seq += 1)}`, seq, at: '2026-11-21T20:00:00Z', chain: 'chain' },
  ...{ prev_sha256: '0'.repeat(64), sha256: 'a'.repeat(64), kind: 'decision', door: 'http' },
  actor: { kind: 'operator', id: 'anna', name: 'Anna' },
  ...{ agent_id: 'pc1', tool: 'net_dns_flush', args: {}, ok: true, code: null, duration_ms: null },
  ...{ call_id: 'c', approval_id: 'apr_1', request_id: null, target: null },
  ...changes,
});
const ben = { kind: 'operator', id: 'ben', name: 'Ben' } as const;
const kenny = { kind: 'system', id: 'kenny', name: 'kenny' } as const;
const asked = () => row({ target: 'request', actor: ben, door: 'chat' });
const approved = () => row({ target: 'approve' });
const claimed = () => row({ target: 'claim', actor: kenny });
const done = (changes: Partial<AuditRowView> = {}) =>
  row({ kind: 'call', target: 'respond', actor: kenny, duration_ms: 200, ...changes });

/** Oldest first, as they happen. */
function storyOf(...rows: AuditRowView[]): Story {
  const [story] = storiesOf([...rows].reverse());
  if (!story) throw new Error('no story');
  return story;
}

describe('a story of the audit log', () => {
  it('says who approved what where, asked by whom, and how it ended', () => {
    const story = storyOf(asked(), approved(), claimed(), done());
    expect(sentenceOf(story)).toEqual({
      ...{
        who: 'Anna',
        did: 'approved the request to clear the DNS cache',
        where: 'pc1',
      },
      ...{ join: 'on', named: null, asked: 'Ben through the chat' },
    });
    expect(endOf(story)).toEqual({ mood: 'ok', words: 'Done' });
  });

  it('names the PC also where the server answered without asking it', () => {
    const read = { kind: 'call', target: null, approval_id: null, agent_id: null } as const;
    const story = storyOf(row({ ...read, tool: 'agent_snapshot', args: { id: 'pc2' } }));
    expect(sentenceOf(story)).toMatchObject({
      did: 'used “Show the last report”',
      where: 'pc2',
    });
    const all = storyOf(row({ ...read, tool: 'agents_list', args: {} }));
    expect(sentenceOf(all)).toMatchObject({ where: null });
  });

  it.each([
    ['that waits', [asked()], 'Ben', 'asked to clear the DNS cache', 'Waiting'],
    [
      'that was denied',
      [asked(), row({ target: 'deny', ok: false, code: 'denied' })],
      'Anna',
      'denied the request to clear the DNS cache',
      'Denied',
    ],
    [
      'that expired',
      [asked(), row({ target: 'expire', actor: kenny })],
      'Ben',
      'asked to clear the DNS cache',
      'Expired',
    ],
    [
      'that failed',
      [asked(), approved(), done({ ok: false, code: 'agent_error' })],
      'Anna',
      'approved the request to clear the DNS cache',
      'Agent error',
    ],
    [
      'that may have run',
      [asked(), approved(), done({ target: 'lose', ok: false })],
      'Anna',
      'approved the request to clear the DNS cache',
      'May have run',
    ],
    [
      'that runs now',
      [asked(), approved(), claimed()],
      'Anna',
      'approved the request to clear the DNS cache',
      'Approved',
    ],
  ])('of a request %s', (_, rows, who, did, words) => {
    const story = storyOf(...rows);
    expect(sentenceOf(story)).toMatchObject({ who, did });
    expect(endOf(story).words).toBe(words);
  });

  it('still says who approved it once its requester has collected the result', () => {
    const collected = row({ target: 'hand_over', actor: ben });
    const story = storyOf(asked(), approved(), claimed(), done(), collected);
    expect(sentenceOf(story)).toMatchObject({ who: 'Anna', asked: 'Ben through the chat' });
    expect(endOf(story).words).toBe('Done');
    expect(stepWords('hand_over')).toBe('Collected the result');
  });

  it.each([
    ['decided', [approved], 'approve'],
    ['withdrawn', [() => row({ target: 'cancel', actor: ben })], 'cancel'],
    ['not decided yet', [], 'request'],
  ] as const)(
    'has the time of what its sentence tells, not of what followed: %s',
    (_, decided, target) => {
      const request = asked();
      const collected = row({ target: 'hand_over', actor: ben, at: '2026-11-21T20:06:06Z' });
      const story = storyOf(request, ...decided.map((one) => one()), claimed(), done(), collected);
      expect(actOf(story).target).toBe(target);
      const read = row({ kind: 'call', approval_id: null, target: null });
      expect(actOf(storyOf(read))).toBe(read);
    },
  );

  it('stands where it was decided, also once its requester has collected the result', () => {
    const of = (approval_id: string, target: string, minute: string) =>
      row({ approval_id, target, at: `2026-11-21T20:${minute}:00Z` });
    const rows = [
      ...[of('apr_1', 'request', '01'), of('apr_1', 'approve', '02')],
      ...[of('apr_2', 'request', '03'), of('apr_1', 'hand_over', '04')],
    ];
    expect(storiesOf(rows.toReversed()).map(({ key }) => key)).toEqual(['apr_2', 'apr_1']);
  });

  it('is told once of somebody who logs in again and again', () => {
    const alone = { tool: null, agent_id: null, approval_id: null, args: null } as const;
    const login = (changes: Partial<AuditRowView> = {}) =>
      row({ ...alone, kind: 'login', target: 'login', ...changes });
    const refused = login({ ok: false, code: 'unauthorized' });
    const rows = [login(), login(), login({ actor: ben }), refused, login(), login(), login()];
    const told = storiesOf(rows.toReversed()).map((one) => sentenceOf(one));
    expect(told.map((one) => [one?.who, one?.did])).toEqual([
      ['Anna', 'logged in 3 times'],
      ['Anna', 'tried to log in'],
      ['Ben', 'logged in'],
      ['Anna', 'logged in 2 times'],
    ]);
  });

  it.each([
    ['reads', { kind: 'call', tool: 'agents_list' }],
    ['logins', { kind: 'login', target: 'login', tool: null }],
  ] as const)('stays the same one when it goes on: %s', (_what, changes) => {
    const again = () => row({ ...changes, approval_id: null });
    const rows = [again(), again()];
    expect(storyOf(...rows, again()).key).toBe(storyOf(...rows).key);
  });

  it('calls a fix of kenny’s own like itself', () => {
    const [story] = storiesOf([row({ kind: 'decision', target: 'request', approval_id: 'apr_1' })]);
    if (!story) throw new Error('there is no story');
    expect(sentenceOf(story, 'Turn on the firewall')).toMatchObject({
      did: 'asked to turn on the firewall',
    });
  });

  it('of a permission is one, from the question to the answer', () => {
    const step = (action: string, changes: Partial<AuditRowView> = {}) =>
      row({
        ...{ tool: null, approval_id: null, target: 'permission p1' },
        ...{ args: { action, title: 'grep notes.txt' }, ...changes },
      });
    const wanted = { kind: 'task', id: 't1', name: 'Slow PC' } as const;
    const question = step('ask', { actor: wanted });
    const waits = storyOf(question);
    expect(sentenceOf(waits)).toMatchObject({
      ...{
        who: 'An AI agent',
        did: 'asked for permission for',
        named: 'grep notes.txt',
      },
    });
    expect(taskOf(waits)).toEqual(wanted);
    expect(endOf(waits).words).toBe('Waiting');
    const allowed = storyOf(question, step('allow'));
    expect(sentenceOf(allowed)).toMatchObject({ who: 'Anna', did: 'allowed' });
    expect(endOf(allowed)).toEqual({ mood: 'ok', words: 'Allowed' });
    const refused = storyOf(question, step('refuse', { ok: false, code: 'denied' }));
    expect(sentenceOf(refused)).toMatchObject({ who: 'Anna', did: 'did not allow' });
    expect(endOf(refused)).toEqual({ mood: 'bad', words: 'Denied' });
  });

  it('tells how long it ran where that was worth a word', () => {
    expect(endOf(storyOf(done({ duration_ms: 999 }))).words).toBe('Done');
    expect(endOf(storyOf(done({ duration_ms: 2_500 }))).words).toBe('Done in 2.5 s');
  });

  it('of a task is that of an AI agent, and tells the task apart from it', () => {
    const task = { kind: 'task', id: 't1', name: 'Slow PC' } as const;
    const story = storyOf(row({ target: 'request', actor: task, door: 'mcp' }), approved());
    expect(sentenceOf(story)).toMatchObject({ who: 'Anna', asked: 'an AI agent' });
    expect(taskOf(story)).toEqual(task);
    expect(taskOf(storyOf(asked()))).toBeNull();
  });

  it('of two people who decide names the one who decided last', () => {
    const carl = { kind: 'operator', id: 'carl', name: 'Carl' } as const;
    const story = storyOf(asked(), approved(), row({ target: 'deny', actor: carl, ok: false }));
    expect(sentenceOf(story)).toMatchObject({
      who: 'Carl',
      did: 'denied the request to clear the DNS cache',
    });
    expect(endOf(story).words).toBe('Denied');
  });

  it('of a setting with the name of a step, or of nothing at all, is no request', () => {
    for (const target of ['deny', 'constructor']) {
      const setting = storyOf(row({ kind: 'setting', tool: null, approval_id: null, target }));
      expect(endOf(setting)).toEqual({ mood: 'ok', words: 'OK' });
    }
  });

  it('of a read is one row, and so is one of a refusal by the safety check', () => {
    const read = storyOf(done({ approval_id: null, actor: ben, tool: 'fs_list', target: null }));
    expect(sentenceOf(read)).toMatchObject({ who: 'Ben', did: 'used “List a folder”' });
    const blocked = storyOf(done({ approval_id: null, actor: ben, ok: false, code: 'blocked' }));
    expect(sentenceOf(blocked)).toMatchObject({ did: 'tried to clear the DNS cache' });
    expect(endOf(blocked)).toEqual({ mood: 'bad', words: 'Blocked' });
  });

  it('of what was read or asked for again and again is one, with how often', () => {
    const more = { approval_id: null, actor: ben } as const;
    const reads = storyOf(done({ ...more, tool: 'fs_list' }), done({ ...more, tool: 'fs_list' }));
    expect(sentenceOf(reads)).toMatchObject({ did: 'used “List a folder” 2 times' });
    const no = { ...more, ok: false, code: 'denied' } as const;
    const again = storyOf(done(no), done(no), done(no));
    expect(sentenceOf(again)).toMatchObject({
      did: 'asked again 3 times to clear the DNS cache',
    });
    expect(endOf(again)).toEqual({ mood: 'bad', words: 'Already denied' });
  });

  it.each([
    ['bad_args', 'Wrong input'],
    ['exec_failed', 'Failed on the PC'],
    ['not_found', 'Not found'],
    ['of_a_later_server', 'Of a later server'],
  ])('of a call that failed with %s says so in words', (code, words) => {
    const failed = storyOf(done({ approval_id: null, actor: ben, ok: false, code }));
    expect(endOf(failed)).toEqual({ mood: 'bad', words });
  });

  it('is decided once somebody has decided, not while it waits', () => {
    expect([storyOf(asked()), storyOf(asked(), approved())].map(isDecided)).toEqual([false, true]);
  });

  it('says that it was Claude who asked, also where its person approved', () => {
    const claude = { kind: 'chat', id: ben.id, name: ben.name } as const;
    const request = row({ target: 'request', actor: claude, door: 'chat' });
    expect(sentenceOf(storyOf(request))).toMatchObject({ who: 'Claude for Ben', asked: null });
    const byBen = storyOf(row({ target: 'approve', actor: ben }), request);
    expect(sentenceOf(byBen)).toMatchObject({ who: 'Ben', asked: 'Claude for Ben' });
  });

  it.each([
    ['cancel', 'none', 'Withdrawn'],
    ['deny', 'bad', 'Denied'],
    ['expire', 'bad', 'Expired'],
  ])(
    'stands out where somebody else ended it, not where it was taken back: %s',
    (target, ...end) => {
      const [mood, words] = end;
      expect(endOf(storyOf(asked(), row({ target })))).toEqual({ mood, words });
    },
  );

  it('of a request that is repeated after a denial says so, and is no second denial', () => {
    const again = storyOf(done({ approval_id: null, actor: ben, ok: false, code: 'denied' }));
    expect(sentenceOf(again)).toMatchObject({
      who: 'Ben',
      did: 'asked again to clear the DNS cache',
    });
    expect(endOf(again)).toEqual({ mood: 'bad', words: 'Already denied' });
  });

  it.each<[string, Partial<AuditRowView>, string]>([
    [
      'of a task that was made',
      { kind: 'task', target: 't1', args: { action: 'create', title: 'Slow PC' } },
      'Anna created the task “Slow PC”',
    ],
    ['of a PC that was added', { kind: 'agent', target: 'create' }, 'Anna added – pc1'],
    ['of a snooze', { kind: 'agent', target: 'snooze' }, 'Anna snoozed a check on pc1'],
    [
      'of a token',
      { kind: 'token', target: 'tok_1', args: { action: 'create', name: 'phone' } },
      'Anna made the token “phone”',
    ],
    [
      'of the access of a task',
      {
        kind: 'token',
        target: 'tok_2',
        args: { action: 'create', scope: 'task', name: 'Slow PC' },
      },
      'Anna let the AI agent use PCs for “Slow PC”',
    ],
    ['of a login', { kind: 'login', target: 'login' }, 'Anna logged in'],
    [
      'of a login that was refused',
      { kind: 'login', target: 'login', ok: false, code: 'unauthorized' },
      'Anna tried to log in',
    ],
    [
      'of an installer',
      { kind: 'setting', target: 'package for linux', args: { action: 'build' } },
      'Anna built the installer for Linux',
    ],
    [
      'of a key',
      { kind: 'setting', target: 'model key', args: { action: 'store' } },
      'Anna stored the chat key',
    ],
    ['of a rule', { kind: 'policy', target: 'add rule_1' }, 'Anna added a rule'],
    [
      'of a forged frame',
      { kind: 'agent', target: 'forged frame: signature', ok: false },
      'Anna sent a message with a wrong signature',
    ],
    ['of lost rows', { kind: 'gap', target: null }, 'Anna could not store some entries'],
  ])('%s says in words what was done', (_, changes, words) => {
    const told = sentenceOf(
      storyOf(row({ tool: null, approval_id: null, args: null, ...changes })),
    );
    if (!told) throw new Error('there are no words for it');
    const named = told.named === null ? [] : [`“${told.named}”`];
    const where = told.join === null ? [] : [told.join === '' ? '–' : told.join, told.where];
    expect([told.who, told.did, ...named, ...where].join(' ')).toBe(words);
  });

  it('of what this page has no words for has no sentence', () => {
    for (const target of [null, 'constructor', 'of a later server']) {
      const setting = storyOf(row({ kind: 'setting', tool: null, approval_id: null, target }));
      expect(sentenceOf(setting)).toBeNull();
      expect(endOf(setting)).toEqual({ mood: 'ok', words: 'OK' });
    }
  });

  it('is whole when a filter shows only the rows of one person', () => {
    const [request, ...others] = [asked(), approved(), claimed(), done()];
    const [story] = storiesOf([request], others);
    expect(story?.rows).toHaveLength(4);
    expect(story && endOf(story).words).toBe('Done');
  });

  it('has each row exactly once, in the order of the newest, however requests are mixed', () => {
    const requests = fc.array(fc.constantFrom('a', 'b', 'c', null), { maxLength: 40 });
    fc.assert(
      fc.property(requests, (ids) => {
        const rows = ids.map((approval_id) => row({ approval_id, target: 'request' })).reverse();
        const stories = storiesOf(rows);
        const told = stories.flatMap((story) => story.rows.map(({ id }) => id));
        expect([...told].sort()).toEqual(rows.map(({ id }) => id).sort());
        const newest = stories.map((story) => story.rows[0].seq);
        expect(newest).toEqual([...newest].sort((a, b) => b - a));
      }),
    );
  });
});

describe('the days of the audit log', () => {
  // Noon in the zone of whoever runs this, so that a day has its rows in every zone.
  const noon = (day: number, hours = 0) => new Date(2026, 10, day, 12 + hours).getTime();
  const at = (ms: number) => row({ approval_id: null, at: new Date(ms).toISOString() });

  it('have a heading each, and hold what happened on them, newest first', () => {
    const stories = storiesOf([at(noon(27)), at(noon(27, -11)), at(noon(26, 11)), at(noon(3))]);
    const days = daysOf(stories, noon(27, 6));
    expect(days.map(({ of }) => of.length)).toEqual([2, 1, 1]);
    expect(days[0]?.heading).toMatch(/^Today · Friday.*27/);
    expect(days[1]?.heading).toMatch(/^Yesterday · Thursday.*26/);
    expect(days[2]?.heading).toMatch(/^Tuesday.*2026/);
    expect(days.flatMap(({ of }) => of)).toEqual(stories);
  });
});
