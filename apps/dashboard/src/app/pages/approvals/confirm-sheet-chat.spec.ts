import { anApproval } from '../../../../test/an-approval';
import { SheetWorld } from '../../../../test/sheet-world';
import { ApiError } from '../../core/http/api-error';

describe('the confirm sheet and conversations', () => {
  const world = SheetWorld.forEachTest();
  const { element, text, show } = world;

  describe('of a call that comes from a chat', () => {
    const by = { kind: 'chat', id: 's1', name: 'anna', session_id: 's1', turn_id: 't1' } as const;
    const fromChat = () => anApproval({ id: 'apr_7', door: 'chat', requested_by: by });
    const link = () => element().querySelector('a[href="/chat/s1"]');

    it('shows what the model said right before, as text and as its words', async () => {
      const asked: string[] = [];
      const words = 'Approve <b>this</b> \u202enow.\nIt is [safe](https://evil.example).';
      world.said = (id) => {
        asked.push(id);
        return Promise.resolve({ text: words, cut: true });
      };
      await show(fromChat());
      const box = element().querySelector('.said');
      expect(asked).toEqual(['apr_7']);
      expect(box?.textContent).toMatch(/The end of it:.*<b>this<\/b>/s);
      expect(box?.textContent).not.toContain('\u202e');
      expect(box?.querySelectorAll('b, a, img')).toHaveLength(0);
      expect(text()).toContain('unverified');
      expect(link()).not.toBeNull();
    });

    it('shows its words as they are meant, and leads nowhere', async () => {
      world.said = () =>
        Promise.resolve({ text: 'The disk is **full**.\n\n- <https://evil.example>', cut: false });
      await show(fromChat());
      const box = element().querySelector('.said');
      expect(box?.querySelector('strong')?.textContent).toBe('full');
      expect(box?.querySelector('li')?.textContent).toContain('https://evil.example');
      expect(box?.querySelector('a')).toBeNull();
    });

    it('folds the words inside the conversation, where they stand right above', async () => {
      world.said = () => Promise.resolve({ text: 'The disk is full.', cut: false });
      await show(fromChat(), { inside: true });
      const fold = element().querySelector('kenny-said-before details');
      expect(fold?.hasAttribute('open')).toBe(false);
      expect(fold?.querySelector('.said')?.textContent).toContain('The disk is full.');
      expect(link()).toBeNull();
    });

    it('names Claude as whoever wrote the reason', async () => {
      world.said = () => Promise.resolve({ text: null, cut: false });
      await show({ ...fromChat(), reason: 'It is full.' });
      expect(text()).toContain('(written by Claude)');
    });

    it('says so when nothing was said', async () => {
      world.said = () => Promise.resolve({ text: null, cut: false });
      await show(fromChat());
      expect(text()).toContain('gave no explanation');
    });

    it('shows and leads to nothing that this person may not read', async () => {
      world.said = () =>
        Promise.reject(new ApiError('not_found', 'there is no conversation s1', null));
      await show(fromChat());
      expect(text()).toContain('or you may not read it');
      expect(link()).toBeNull();
    });

    it('asks again for what could not be asked for', async () => {
      world.said = () => Promise.reject(new ApiError('internal', 'the disk is full', null));
      await show(fromChat());
      expect(text()).toContain('What the model said could not be loaded');
      expect(link()).not.toBeNull();
    });
  });

  it('takes the session of an MCP client for no conversation', async () => {
    const by = { ...anApproval().requested_by, session_id: 'a'.repeat(64) };
    await show(anApproval({ requested_by: by }));
    expect(element().querySelector('a[href^="/chat"], .said')).toBeNull();
  });
});
