import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { CATALOG } from '@kenny/contract/agent';
import { SCOPE_RANK, type FleetAgent } from '@kenny/contract/web';
import { REMEDIES } from '@kenny/health';
import { aPc } from '../../../../test/a-pc';
import { arrived } from '../../../../test/arrived';
import { CommandRegistry, type Command } from '../../core/commands/command-registry';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { pcCommands } from './commands';

describe('the palette, for the one PC that was named,', () => {
  const WINDOWS = { hostname: 'x', os: 'windows', arch: 'x86_64', version: '1' } as const;

  async function open(scope: 'viewer' | 'operator', agents: FleetAgent[]): Promise<void> {
    const reaches = (least: 'viewer' | 'operator') => SCOPE_RANK[scope] >= SCOPE_RANK[least];
    const agent = (id: string) => agents.find(({ agent_id }) => agent_id === id);
    const catalog = () => Promise.resolve({ ...CATALOG, remedies: REMEDIES });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: '**', children: [] }]),
        { provide: Session, useValue: { reaches, me: signal({ id: 'anna' }) } },
        { provide: FleetStore, useValue: { agents: signal(agents), agent } },
        { provide: ApiClient, useValue: { catalog } },
      ],
    });
    const registry = TestBed.inject(CommandRegistry);
    TestBed.runInInjectionContext(() => {
      for (const source of pcCommands(signal(1))) registry.register(source);
    });
    TestBed.tick();
    await new Promise((resolve) => setTimeout(resolve));
    TestBed.tick();
  }
  const found = (text: string): Command[] => TestBed.inject(CommandRegistry).find(text, 99);
  const names = (text: string) => found(text).map(({ name }) => name);

  it('offers below it what somebody wants of it, the fixes that it needs first', async () => {
    const since = '2026-11-20T10:00:00Z';
    const disk = { name: 'disk', status: 'crit', reason: 'C: 97 % used', since } as const;
    const mum = aPc({ agent_id: 'mum', name: 'Mum’s laptop', meta: WINDOWS, sections: [disk] });
    await open('operator', [mum, aPc({ agent_id: 'leo', name: 'Leo’s laptop', meta: WINDOWS })]);
    const below = found('mum').filter(({ name }) => name.includes('Mum’s laptop'));
    const helping = (REMEDIES['disk'] ?? []).filter(({ os }) => os === 'windows');
    expect(helping.length).toBeGreaterThan(0);
    expect(below.map(({ name }) => name)).toEqual([
      'Mum’s laptop',
      ...helping.slice(0, 2).map(({ title }) => `${title} on Mum’s laptop…`),
      'Run a tool on Mum’s laptop…',
      'Help Mum’s laptop remotely',
      'Ask Claude about Mum’s laptop',
    ]);
    expect(names('laptop')).not.toContain('Help Mum’s laptop remotely');
    const [tools, help, ask] = below.slice(-3);
    expect(tools?.then?.commands().map(({ name }) => name)).toContain('List running programs');
    expect(await arrived(() => help?.run?.())).toBe('/fleet/mum?help=');
    expect(await arrived(() => ask?.run?.())).toBe('/chat?pc=mum');
  });

  it('finds it by what is wrong with it, and says so', async () => {
    const since = '2026-11-20T10:00:00Z';
    const printers = { name: 'printers', status: 'warn', reason: 'It is off', since } as const;
    await open('viewer', [aPc({ name: 'Office', sections: [printers] }), aPc({ agent_id: 'b' })]);
    const [check, pc] = found('print');
    expect(check?.name).toBe('Printers: PCs that need attention');
    expect(pc).toMatchObject({ name: 'Office', detail: 'printers' });
  });

  it('offers nothing below it to a viewer, and no way to see the screen of one that is away', async () => {
    const mum = aPc({ agent_id: 'mum', name: 'Mum’s laptop', online: false });
    await open('operator', [mum]);
    expect(names('mum')).toContain('Ask Claude about Mum’s laptop');
    expect(names('mum')).not.toContain('Help Mum’s laptop remotely');
    TestBed.resetTestingModule();
    await open('viewer', [mum]);
    expect(names('mum')).toEqual(['Mum’s laptop']);
  });
});
