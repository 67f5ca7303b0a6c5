import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import { SCOPE_RANK, type FleetAgent } from '@kenny/contract/web';
import { REMEDIES } from '@kenny/health';
import { aChat } from '../../../test/a-chat';
import { aPc } from '../../../test/a-pc';
import { arrived } from '../../../test/arrived';
import { aTask } from '../../../test/a-task';
import { CommandRegistry, type Command } from '../core/commands/command-registry';
import { PaletteOpener } from '../core/commands/palette-opener';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { Session } from '../core/session/session';
import { Theme } from '../core/theme/theme';
import { navigationFor } from '../pages/navigation';
import { FixAsker } from '../pages/pc/fix-asker';
import { Palette } from './palette';
import { registerCommands } from './palette-commands';

const GUIDES = readFileSync('docs/guides/README.md', 'utf8');

type Scope = 'viewer' | 'operator' | 'admin';

describe('the palette', () => {
  let agents: FleetAgent[];
  let asked: string[];
  let left: number;

  const { fetch } = globalThis;
  afterEach(() => Object.assign(globalThis, { fetch }));
  beforeEach(() => {
    [agents, asked, left] = [[], [], 0];
    globalThis.fetch = jest.fn((address: unknown) => {
      asked.push(String(address));
      const headers = { get: () => 'text/markdown; charset=utf-8' };
      const answer = { ok: true, headers, text: () => Promise.resolve(GUIDES) };
      return Promise.resolve(answer as unknown as Response);
    });
    localStorage.clear();
  });

  function be(scope: Scope, id = 'anna'): void {
    const reaches = (least: Scope) => SCOPE_RANK[scope] >= SCOPE_RANK[least];
    const answer = (name: string, value: unknown) => () => {
      asked.push(name);
      return Promise.resolve(value);
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: '**', children: [] }]),
        {
          provide: Session,
          useValue: { reaches, me: signal({ id }), logout: () => Promise.resolve((left += 1)) },
        },
        {
          provide: FleetStore,
          useValue: {
            agents: signal(agents),
            agent: (one: string) => agents.find(({ agent_id }) => agent_id === one),
          },
        },
        {
          provide: ApiClient,
          useValue: {
            catalog: answer('catalog', { ...CATALOG, remedies: REMEDIES }),
            chats: answer('chats', { items: [aChat([], { name: 'Why so\u202e slow?' })] }),
            tasks: answer('tasks', { tasks: [aTask({ title: 'Tidy up', state: 'REVIEW' })] }),
          },
        },
      ],
    });
  }
  /** As it is once it has been opened and everything has arrived. */
  async function open(scope: Scope, id?: string): Promise<void> {
    be(scope, id);
    TestBed.runInInjectionContext(() => registerCommands(signal(1)));
    TestBed.tick();
    await new Promise((resolve) => setTimeout(resolve));
    TestBed.tick();
  }
  const found = (text = '', limit = 99): Command[] =>
    TestBed.inject(CommandRegistry).find(text, limit);
  const names = (text = '') => found(text).map(({ name }) => name);

  describe('offers', () => {
    it('to a viewer nothing that they may not open', async () => {
      await open('viewer');
      const pages = ['Today', 'Fleet', 'Tasks', 'Audit log', 'Policy', 'Settings', 'Help'];
      expect(names()).toEqual([...pages, 'Server', 'Phone and other devices', 'Me']);
      expect(navigationFor(TestBed.inject(Session)).map(({ name }) => name)).toEqual(pages);
      expect(names('fs_disk_usage')).toEqual(['Search the audit log for “fs_disk_usage”']);
      expect(asked).not.toContain('chats');
    });

    it('to an operator the pages on which things are asked for and decided', async () => {
      await open('operator');
      expect(names()).toEqual(expect.arrayContaining(['Approvals', 'Chat', 'New task']));
      expect(names()).not.toContain('Add a PC');
    });

    it('to an admin also what only an admin does', async () => {
      await open('admin');
      expect(names()).toContain('Add a PC');
    });

    it('nothing of the server before it was opened', () => {
      be('admin');
      TestBed.runInInjectionContext(() => registerCommands(signal(0)));
      TestBed.tick();
      expect(asked).toEqual([]);
    });
  });

  describe('finds', () => {
    it('a PC by its name, and by whose it is, with its health', async () => {
      agents = [
        aPc({ name: 'Kitchen', owner: 'Grandma', overall: 'crit' }),
        aPc({ agent_id: 'b', name: 'Desk' }),
      ];
      await open('viewer');
      expect(names('grandma')).toEqual(['Kitchen']);
      expect(found('grandma')[0]?.health?.()).toBe('crit');
    });

    it('a guide by its title and what it is about, at the chapter that the list names', async () => {
      await open('viewer');
      const guide = (text: string) => found(text).find(({ kind }) => kind === 'Help');
      expect(guide('restore')?.name).toBe('Restore a backup');
      expect(guide('prometheus')?.name).toBe('Metrics');
      expect(await arrived(guide('restore')?.run)).toBe('/guides/backup#restore');
      expect(asked).toContain('/guides/README.md');
    });

    it('a tool on any page; then its PC is chosen, those first that can answer', async () => {
      const meta = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '1' } as const;
      agents = [
        aPc({ agent_id: 'away', name: 'Away', online: false, meta }),
        aPc({ agent_id: 'here', name: 'Here', online: true, meta, overall: 'warn' }),
      ];
      await open('operator');
      const tool = found('fs_disk_usage')[0];
      expect(tool?.then?.label).toBe('Show disk usage on which PC?');
      const pcs = tool?.then?.commands() ?? [];
      expect(pcs.map(({ name }) => name)).toEqual(['Here', 'Away']);
      expect(pcs[0]?.health?.()).toBe('warn');
      expect(pcs[1]?.detail).toContain('offline');
      expect(await arrived(() => pcs[0]?.run?.())).toBe('/fleet/here?tool=fs_disk_usage');
    });

    it('a question about a PC: which one, then a conversation about it', async () => {
      agents = [aPc({ agent_id: 'desk', name: 'Desk' })];
      await open('operator');
      const about = found('ask claude').find(({ then }) => then);
      expect(about?.then?.label).toBe('Ask Claude about which PC?');
      const [desk] = about?.then?.commands() ?? [];
      expect(await arrived(() => desk?.run?.())).toBe('/chat?pc=desk');
    });

    it('a tool only where its system is', async () => {
      const meta = { hostname: 'x', os: 'linux', arch: 'x86_64', version: '1' } as const;
      agents = [aPc({ meta })];
      await open('operator');
      expect(found('powershell_exec')[0]?.then?.commands()).toEqual([]);
    });

    it('a fix, which is asked for straight away on a PC of its system', async () => {
      const [windows, linux] = (['windows', 'linux'] as const).map((os) => {
        return aPc({ agent_id: os, meta: { hostname: os, os, arch: 'x86_64', version: '1' } });
      });
      agents = [windows, linux].flatMap((pc) => pc ?? []);
      await open('operator');
      const fix = found('real-time protection').find(({ kind }) => kind === 'Fix');
      expect(fix?.name).toBe('Turn on real-time protection…');
      const choices = fix?.then?.commands() ?? [];
      expect(choices.map(({ id }) => id)).toEqual(['fix:windows:Turn on real-time protection']);
      const ask = jest.spyOn(TestBed.inject(FixAsker), 'ask').mockResolvedValue();
      choices[0]?.run?.();
      expect(ask).toHaveBeenCalledWith(
        expect.objectContaining({ agent_id: 'windows', reason: 'Turn on real-time protection' }),
      );
    });

    it('a check, as a filter of the fleet, where a PC fits it', async () => {
      const disk = {
        name: 'disk',
        status: 'warn',
        reason: 'full',
        since: '2026-11-20T10:00:00Z',
      } as const;
      agents = [aPc({ sections: [disk] })];
      await open('viewer');
      expect(names('printers')).not.toContain('Printers: PCs that need attention');
      const [check] = found('disk');
      expect(check?.name).toContain('PCs that need attention');
      expect(await arrived(() => check?.run?.())).toBe('/fleet?check=disk');
    });

    it('conversations and tasks by what people wrote, made visible', async () => {
      await open('operator');
      expect(names('slow')).toEqual([
        'Why so⟨U+202E⟩ slow?',
        'Restart in one minute…',
        'List running programs…',
        'A PC is slow',
      ]);
      expect(await arrived(() => found('review tidy')[0]?.run?.())).toBe('/tasks/t1');
    });

    it.each([
      ['notif', 'Alerts'],
      ['phone', 'Phone and other devices'],
      ['tailscale', 'Phone and other devices'],
      ['mail', 'Alerts'],
      ['approve', 'Approvals'],
      ['invite', 'People and access'],
      ['token', 'People and access'],
      ['backup', 'Backups'],
      ['api key', 'Server'],
      ['upgrade', 'kenny updates'],
      ['history', 'Audit log'],
      ['computers', 'Fleet'],
      ['dark mode', 'Theme: dark'],
      ['sign out', 'Log out'],
      ['new computer', 'Add a PC'],
    ])('by what people call it: %s', async (text, name) => {
      await open('admin');
      expect(names(text)[0]).toBe(name);
    });

    it('the theme and the way out, but does not offer them unasked', async () => {
      await open('viewer');
      expect(names()).not.toContain('Log out');
      found('dark')[0]?.run?.();
      expect(TestBed.inject(Theme).choice()).toBe('dark');
      found('theme system')[0]?.run?.();
      found('log out')[0]?.run?.();
      expect(left).toBe(1);
    });
  });

  describe('what is written before its field has the focus', () => {
    async function focusField(): Promise<void> {
      await import('./open-palette');
      await Promise.resolve();
      await Promise.resolve();
      // jsdom has no layout, so nothing in it is focused by itself, and Angular says so.
      const warned = jest.spyOn(console, 'warn').mockReturnValue();
      TestBed.tick();
      warned.mockRestore();
      field()?.focus();
    }
    const field = () =>
      document.querySelector<HTMLInputElement>('kenny-palette-dialog input') ?? undefined;
    const press = (key: string, ctrlKey = false, on: EventTarget = document) =>
      on.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, cancelable: true, bubbles: true }),
      );
    const type = (text: string) => {
      const input = field();
      if (!input) return;
      input.value = text;
      input.dispatchEvent(new Event('input'));
      TestBed.tick();
    };
    const options = () =>
      [...document.querySelectorAll('kenny-palette-dialog [role=option]')].map((one) =>
        one.textContent.replaceAll(/\s+/g, ' ').trim(),
      );

    it('is not lost, the Enter at its end included', async () => {
      be('viewer');
      TestBed.createComponent(Palette);
      press('k', true);
      for (const key of [...'fleet', 'Enter']) expect(press(key)).toBe(false);
      expect(await arrived(() => void focusField())).toBe('/fleet');
    });

    it('a choice of tools stands under its headings, with nothing marked before a key', async () => {
      be('operator');
      TestBed.createComponent(Palette);
      const run = jest.fn();
      const tool = (name: string, group: string, code: string): Command => ({
        ...{ id: code, name, kind: 'Tool', group, code, run },
      });
      const commands = signal([
        tool('Show disk usage', 'Just look', 'fs_disk_usage'),
        tool('Free up space', 'Change something', 'disk_clean'),
        tool('List a folder', 'Just look', 'fs_list'),
      ]);
      TestBed.inject(PaletteOpener).choose({ label: 'Run a tool', unmarked: true, commands });
      TestBed.tick();
      await focusField();
      const marked = () => document.querySelector('[role=option][aria-selected=true]');
      expect(options()).toEqual([
        'Show disk usage fs_disk_usage',
        'List a folder fs_list',
        'Free up space disk_clean',
      ]);
      expect(marked()).toBeNull();
      press('Enter', false, field());
      expect(run).not.toHaveBeenCalled();
      // jsdom scrolls nothing.
      for (const one of document.querySelectorAll('[role=option]')) {
        Object.assign(one, { scrollIntoView: () => undefined });
      }
      press('ArrowDown', false, field());
      TestBed.tick();
      expect(marked()?.textContent).toContain('Show disk usage');
      type('clean');
      expect(marked()?.textContent).toContain('Free up space');
      type('');
      press('Escape', false, field());
    });

    it('what fits nothing can be asked, or looked for in the audit log', async () => {
      be('operator');
      TestBed.createComponent(Palette);
      press('k', true);
      await focusField();
      type(' what happened yesterday? ');
      expect(options()).toEqual([
        'Ask Claude “what happened yesterday?” Chat',
        'Search the audit log for “what happened yesterday?” Audit log',
      ]);
      expect(await arrived(() => press('Enter', false, field()))).toBe(
        '/chat?ask=what%20happened%20yesterday%3F',
      );
    });

    it('what was chosen last stands first the next time, for the same person', async () => {
      be('viewer');
      TestBed.createComponent(Palette);
      press('k', true);
      await focusField();
      type('policy');
      await arrived(() => press('Enter', false, field()));
      expect(names()[0]).toBe('Policy');
      TestBed.resetTestingModule();
      await open('viewer', 'ben');
      expect(names()[0]).toBe('Today');
      TestBed.resetTestingModule();
      await open('viewer');
      expect(names()[0]).toBe('Policy');
    });

    it('a tool and its PC are chosen in two steps, and Backspace goes back', async () => {
      agents = [aPc({ name: 'Kitchen', overall: 'warn' })];
      be('operator');
      TestBed.createComponent(Palette);
      press('k', true);
      await focusField();
      await new Promise((resolve) => setTimeout(resolve));
      type('fs_disk_usage');
      press('Enter', false, field());
      TestBed.tick();
      expect(field()?.getAttribute('aria-label')).toBe('Show disk usage on which PC?');
      expect(options()).toEqual([expect.stringMatching(/^Kitchen Warning/)]);
      press('Backspace', false, field());
      TestBed.tick();
      expect(options()[0]).toMatch(/^Kitchen/);
      type('fs_disk_usage');
      press('Enter', false, field());
      TestBed.tick();
      expect(await arrived(() => press('Enter', false, field()))).toBe(
        '/fleet/pc1?tool=fs_disk_usage',
      );
    });
  });
});
