import { TestBed } from '@angular/core/testing';
import { REMEDIES } from '@kenny/health';
import { aPc } from '../../../test/a-pc';
import { anApproval } from '../../../test/an-approval';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { CallSentence } from './call-sentence';

describe('the sentence of a call, on a page', () => {
  const script = 'Set-MpPreference -DisableRealtimeMonitoring $false';
  const told = async (args: Record<string, unknown>) => {
    const meta = { hostname: 'x', os: 'windows', version: '0.1.0' } as const;
    const fleet = { agent: () => aPc({ meta }), nameOf: () => 'Mum’s laptop' };
    const catalog = () => Promise.resolve({ tools: [], remedies: REMEDIES });
    TestBed.configureTestingModule({
      providers: [
        { provide: FleetStore, useValue: fleet },
        { provide: ApiClient, useValue: { catalog } },
      ],
    });
    const fixture = TestBed.createComponent(CallSentence);
    const reason = 'Turn on real-time protection';
    const call = anApproval({ tool: 'powershell_exec', args, reason });
    fixture.componentRef.setInput('call', call);
    await fixture.whenStable();
    return (fixture.nativeElement as HTMLElement).textContent;
  };

  it('says what a fix of ours does', async () => {
    expect(await told({ script, timeout_s: 30 })).toBe(
      'Turns on real-time protection on Mum’s laptop. This is kenny’s own fix.',
    );
  });

  it('warns of any other script, whatever whoever asked calls it', async () => {
    expect(
      await told({ script: `${script}; Remove-Item C:\\Users -Recurse`, timeout_s: 30 }),
    ).toMatch(/A script may change or delete anything there/);
  });
});
