import type { PushNote } from '@kenny/contract/web';
import { noteOf, noteWords } from './note-words';

const APPROVAL: PushNote = { kind: 'approval_waiting', id: 'apr_1', risk: 'high', count: 1 };
const said = (note: Partial<PushNote>) => noteWords({ ...APPROVAL, ...note });

describe('a notification', () => {
  it('says that an approval waits and leads to its sheet', () => {
    expect(said({})).toEqual({
      ...{ title: 'Approval waiting', body: 'High risk', page: '/approvals/apr_1' },
      ...{ tag: 'apr_1', silent: false },
    });
  });

  it('names the PC where it was sent along, and how many wait', () => {
    expect(said({ pc: 'Mum’s laptop', count: 3 }).body).toBe(
      'Mum’s laptop · High risk · 3 wait for approval',
    );
  });

  it('is replaced without a sound once it was decided', () => {
    const { tag, silent, body, page } = said({ kind: 'decided', count: 0 });
    expect({ tag, silent, body, page }).toEqual({
      ...{ tag: 'apr_1', silent: true, body: '', page: '/approvals/apr_1' },
    });
  });

  it('of everything else leads to the list of what was sent', () => {
    expect(said({ kind: 'health', risk: null })).toMatchObject({
      ...{ title: 'Health gets worse', page: '/settings/alerts' },
    });
  });

  it.each([
    '',
    'no JSON',
    '{}',
    'null',
    '[]',
    '{"kind":"toString","id":1,"count":"x","risk":"no"}',
  ])('is shown in any case: %s', (text) => {
    expect(noteWords(noteOf(text))).toMatchObject({ title: 'Several alerts', tag: 'kenny' });
  });

  it('leads nowhere but to a page of ours', () => {
    expect(said({ id: '../../api/logout?x#//evil' }).page).toBe(
      '/approvals/..%2F..%2Fapi%2Flogout%3Fx%23%2F%2Fevil',
    );
  });
});
