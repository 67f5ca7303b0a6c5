import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { signal } from '@angular/core';
import type { FleetAgent, Os, PolicyVerdict, TestPolicyBody } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { TryCall } from './try-call';
import { mainSystem } from './try-examples';

const EVIL = 'runs <script>alert(1)</script>\u200B';
const TOOL = {
  ...{ name: 'shell_exec', effect: 'change', guards: { posix: ['command'] } },
  args: {
    properties: {
      command: { type: 'string', 'x-editor': 'shell' },
      timeout_s: { type: 'integer' },
    },
    required: ['command'],
  },
};

const POWERSHELL = { ...TOOL, name: 'powershell_exec', guards: { powershell: ['command'] } };
const READ = {
  ...{ name: 'fs_read', effect: 'read', guards: { path: ['path'] } },
  args: { properties: { path: { type: 'string' } }, required: ['path'] },
};
const on = (os: Os) => ({ meta: { os } });

it('knows what most PCs run', () => {
  const pcs = [on('linux'), { meta: null }, on('windows'), on('windows')] as FleetAgent[];
  expect(mainSystem(pcs)).toBe('windows');
  expect(mainSystem([{ meta: null }])).toBeUndefined();
});

describe('trying a call', () => {
  let fixture: ComponentFixture<TryCall>;
  let tried: TestPolicyBody[];
  let verdict: PolicyVerdict;
  const pcs = signal([on('linux'), on('windows'), on('linux')]);
  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => element().textContent ?? '';

  beforeEach(async () => {
    tried = [];
    TestBed.configureTestingModule({
      providers: [
        {
          provide: FleetStore,
          useValue: { agents: pcs },
        },
        {
          provide: ApiClient,
          useValue: {
            catalog: () =>
              Promise.resolve({
                tools: [READ, POWERSHELL, TOOL, { ...TOOL, name: 'free', guards: {} }],
              }),
            tryPolicy: (body: TestPolicyBody) => {
              tried.push(body);
              return Promise.resolve(verdict);
            },
          },
        },
      ],
    });
    fixture = TestBed.createComponent(TryCall);
    await fixture.whenStable();
  });

  async function submit(command: string): Promise<void> {
    const field = element().querySelector('textarea');
    if (!field) throw new Error('there is no field');
    field.value = command;
    field.dispatchEvent(new Event('input'));
    element().querySelector('form')?.dispatchEvent(new Event('submit'));
    await fixture.whenStable();
  }

  it('offers only tools that a rule reads, with the fields of the contract', () => {
    const names = [...element().querySelectorAll('option')].map(({ value }) => value);
    expect(names).toEqual(['powershell_exec', 'shell_exec', 'fs_read']);
  });

  it('has whole commands first, apart from all other tools', () => {
    const groups = [...element().querySelectorAll('optgroup')].map(({ label, children }) => [
      label,
      children.length,
    ]);
    expect(groups).toEqual([
      ['Commands', 2],
      ['Other tools', 1],
    ]);
  });

  it('begins with what most PCs run, and keeps to what somebody has begun', async () => {
    const chosen = () => element().querySelector('select')?.value;
    expect(chosen()).toBe('shell_exec');
    verdict = { blocked: false, rules: 39, look_twice: [] };
    await submit('echo');
    pcs.set([on('windows')]);
    await fixture.whenStable();
    expect(chosen()).toBe('shell_exec');
    pcs.set([on('linux')]);
  });

  it('fills in an example that is never run', async () => {
    [...element().querySelectorAll('button')]
      .find(({ textContent }) => textContent.includes('Fill in an example'))
      ?.click();
    await fixture.whenStable();
    expect(element().querySelector('textarea')?.value).toBe('rm -rf /home');
  });

  it('tells the rule, where it read and in which form, as text', async () => {
    verdict = {
      blocked: true,
      rules: 39,
      look_twice: [],
      rule_id: 'x.1',
      reason: EVIL,
      argument: 'command',
      form: 'plain',
    };
    await submit("r''m");
    expect(tried).toEqual([{ tool: 'shell_exec', args: { command: "r''m" } }]);
    expect(text()).toContain('Blocked.');
    expect(text()).toContain('x.1');
    expect(text()).toContain('only as a shell would read it');
    expect(element().querySelector('script')).toBeNull();
    expect(text()).toContain('<script>alert(1)</script>');
  });

  it('asks for nothing that no rule reads', () => {
    expect(element().querySelectorAll('input, textarea')).toHaveLength(1);
  });

  it('forgets the verdict as soon as the call is another one', async () => {
    verdict = { blocked: false, rules: 39, look_twice: [] };
    await submit('echo');
    expect(text()).toContain('Not blocked. It would still ask first.');
    const field = element().querySelector('textarea');
    if (field) field.value = 'echo more';
    field?.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    expect(text()).not.toContain('Not blocked.');
  });

  it('says what a person would be told to look at twice', async () => {
    const look_twice = [{ id: 'restarts', line: 'Restarts or turns off this PC' }];
    verdict = { blocked: false, rules: 39, look_twice };
    await submit('reboot');
    expect(text()).toMatch(/Look twice: Restarts or turns off this PC/);
  });

  it('says of what is blocked only that: nobody is asked to look at it', async () => {
    const look_twice = [{ id: 'restarts', line: 'Restarts or turns off this PC' }];
    verdict = { blocked: true, rules: 39, reason: 'resets the whole PC', look_twice };
    await submit('reboot');
    expect(text()).toContain('This resets the whole PC.');
    expect(text()).not.toContain('Look twice');
  });

  it('does not ask about a call that lacks what is needed', async () => {
    await submit('');
    expect(tried).toEqual([]);
    expect(text()).toContain('Fill this in.');
  });
});
