import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { aPc } from '../../../../../test/a-pc';
import { anApproval } from '../../../../../test/an-approval';
import { HOSTILE, PcPageWorld, refusal } from '../../../../../test/pc-page-world';
import { Drafts } from '../../../core/chat/drafts';
import { takeDraft } from './tool-form';

describe('a tool on the page of a PC', () => {
  const world = PcPageWorld.forEachTest();
  const { element, text, button, settle, open, submit } = world;

  it('runs a read at once and shows what came, as text', async () => {
    const asked: unknown[] = [];
    world.callTool = (...call) => {
      asked.push(call.slice(0, 2));
      return Promise.resolve({ call_id: 'call-7', result: { content: HOSTILE, truncated: false } });
    };
    await open({ tool: 'fs_read' });
    expect(text()).toContain('Read only; runs at once');
    await submit({ path: '/etc/hosts' });
    expect(asked).toEqual([['fs_read', { agent_id: 'pc1', args: { path: '/etc/hosts' } }]]);
    expect(text()).toMatch(/Result.*<script>.*request ID call-7/);
    expect(element().querySelector('img, script')).toBeNull();
  });

  it('shows a picture as one, with words for those who cannot see it', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined });
    world.live = aPc({ meta: { hostname: 'k', os: 'windows', version: '1' } });
    world.callTool = () =>
      Promise.resolve({ call_id: 'c', result: { image_b64: btoa('png'), format: 'png' } });
    await open({ tool: 'screen_capture' });
    await submit({});
    const image = element().querySelector('img');
    expect(image?.getAttribute('src')).toBe('blob:one');
    expect(image?.alt).toContain('Screen of kitchen');
  });

  it('says what went wrong: code, whether it ran, what next, the id of the call', async () => {
    world.callTool = () => Promise.reject(refusal('timeout', { call_id: 'call-9' }));
    await open({ tool: 'shell_exec' });
    await submit({ command: 'true' });
    expect(text()).toMatch(
      /It may have run: check before you repeat it.*before you try again.*timeout.*call-9/,
    );
  });

  it.each(['timeout', 'unreachable'] as const)(
    'says of a read that ends in %s only to try again',
    async (code) => {
      world.callTool = () => Promise.reject(refusal(code));
      await open({ tool: 'fs_list' });
      await submit({ path: '/' });
      expect(text()).toMatch(new RegExp(`it is ${code} .*Try again\\.`));
      const panel = element().querySelector('kenny-tool-panel');
      expect(panel?.textContent).not.toMatch(/whether it ran|No changes were made/);
    },
  );

  it('stops waiting when somebody stops a read, and passes it on', async () => {
    let stopped = false;
    world.callTool = (_tool, _body, stop) =>
      new Promise((_resolve, reject) => {
        stop?.addEventListener('abort', () => {
          stopped = true;
          reject(refusal('unreachable'));
        });
      });
    await open({ tool: 'diag_processes' });
    await submit({});
    button(/^\s*Stop\s*$/)?.click();
    await settle();
    expect(stopped).toBe(true);
    expect(text()).toContain('Stopped.');
  });

  it('sends nothing that the contract would refuse, and says why beside the field', async () => {
    await open({ tool: 'shell_exec' });
    await submit({ timeout_s: '700' });
    expect(text()).toContain('Fill this in.');
    expect(text()).toContain('Not above 600.');
  });

  it('marks an example as one, and a field that is needed', async () => {
    await open({ tool: 'diag_eventlog' });
    const field = element().querySelector<HTMLInputElement>('form input');
    expect(field?.placeholder).toBe('e.g. System');
    expect(field?.required).toBe(true);
    await submit({});
    expect(text()).toContain('Fill this in.');
  });

  it('has a change wait for its approval, in words, and shows its end here', async () => {
    world.approval = anApproval();
    world.callTool = () => Promise.resolve({ approval: world.approval });
    await open({ tool: 'shell_exec' });
    expect(text()).toContain('High risk');
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    await submit({ command: 'echo one' });
    expect(navigate.mock.lastCall?.[1]?.queryParams).toEqual({ approval: 'apr_1' });
    world.fixture.componentRef.setInput('approval', 'apr_1');
    await settle();
    expect(text()).toContain('Waiting for approval. Nothing has run yet.');
    const outcome = { result: { stdout: HOSTILE } };
    world.approvals.set(new Map([['apr_1', anApproval({ state: 'done', outcome })]]));
    await settle();
    expect(text()).toMatch(/Outcome.*Done.*<script>/);
    expect(element().querySelector('script')).toBeNull();
  });

  it('sends why somebody asks with a change, and has no place for it with a read', async () => {
    const asked: unknown[] = [];
    world.callTool = (...call) => {
      asked.push(call[1]);
      return Promise.reject(refusal('unreachable'));
    };
    await open({ tool: 'shell_exec' });
    const why = element().querySelector<HTMLInputElement>('.why input');
    if (!why) throw new Error('there is no field for a reason');
    expect(why.maxLength).toBe(280);
    why.value = ' the printer hangs ';
    await submit({ command: 'echo one' });
    expect(asked).toEqual([
      { agent_id: 'pc1', args: { command: 'echo one' }, reason: 'the printer hangs' },
    ]);
    world.fixture.componentRef.setInput('tool', 'fs_list');
    await settle();
    expect(element().querySelector<HTMLElement>('.why')?.hidden).toBe(true);
  });

  it('goes on with what is typed where other PCs are chosen, once', async () => {
    await open({ tool: 'fs_list' });
    const field = element().querySelector<HTMLInputElement>('form input');
    if (!field) throw new Error('there is no field');
    field.value = '/srv';
    field.dispatchEvent(new Event('input'));
    const also = [...element().querySelectorAll('a')].find((link) =>
      link.textContent.includes('Also on…'),
    );
    expect(also?.getAttribute('href')).toBe('/fleet?select=pc1&tool=fs_list');
    jest.spyOn(TestBed.inject(Router), 'navigateByUrl').mockResolvedValue(true);
    also?.click();
    const drafts = TestBed.inject(Drafts);
    expect(takeDraft(drafts, 'shell_exec')).toBeUndefined();
    expect(takeDraft(drafts, 'fs_list')).toEqual({ path: '/srv' });
    expect(takeDraft(drafts, 'fs_list')).toBeUndefined();
  });

  it('shows no approval of another tool or another PC, whatever the address says', async () => {
    world.approvals.set(new Map([['apr_1', anApproval({ agent_id: 'pc2' })]]));
    await open({ tool: 'shell_exec', approval: 'apr_1' });
    expect(text()).not.toContain('Waiting for approval');
  });

  it('says before anything is sent that it cannot be: offline, another system', async () => {
    world.live = aPc({ online: false });
    await open({ tool: 'fs_list' });
    expect(text()).toContain('This PC is offline');
    expect(button(/Run on/)?.disabled).toBe(true);
    world.fixture.componentRef.setInput('tool', 'winget_list');
    await settle();
    expect(text()).toContain('Only for Windows; this PC has Linux.');
  });
});
