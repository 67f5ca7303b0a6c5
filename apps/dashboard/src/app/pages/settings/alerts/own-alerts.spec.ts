import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import type {
  AlertChannelView,
  AlertChoices,
  FleetAgent,
  SectionHealth,
} from '@kenny/contract/web';
import { aPc } from '../../../../../test/a-pc';
import { ApprovalsStore } from '../../../core/approvals/approvals-store';
import { FleetStore } from '../../../core/fleet/fleet-store';
import { ApiClient } from '../../../core/http/api-client';
import { ApiError } from '../../../core/http/api-error';
import type { ApiResource } from '../../../core/http/api-resource';
import { ownTimeZone } from '../../../core/time/time-zones';
import { OwnAlerts } from './own-alerts';

const CHOICES: AlertChoices = {
  ...{ muted: [], agents: [], tags: [], health_from: 'crit', away_hours: 72, channels: [] },
  ...{ quiet: true, quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Europe/Vienna' },
  ...{ critical_in_quiet: true, weekly: false, weekly_day: 'sunday', weekly_at: '18:00' },
  weekly_owners: false,
};
const PHONES: AlertChannelView = {
  ...{ id: 'c1', kind: 'ntfy', name: 'Phones' },
  ...{ last_at: null, trouble: null },
};

const FULL_SOON = { metric: 'disk_used', in_days: 9, summary: 'C: is full in about 9 days' };

const answered = <T>(value: T): ApiResource<T> => ({
  ...{ value: signal(value), ready: signal(true), busy: signal(false) },
  ...{ error: signal(null), retry: () => undefined, reload: () => undefined },
});

/** Where this browser is not, wherever it is. */
const ELSEWHERE = ownTimeZone() === 'Europe/Vienna' ? 'UTC' : 'Europe/Vienna';

describe('your alerts', () => {
  let fixture: ComponentFixture<OwnAlerts>;
  const pcs = signal<FleetAgent[]>([]);
  const fleetReady = signal(true);
  let sent: AlertChoices[];
  let reached: boolean | undefined;
  let answer: (choices: AlertChoices) => Promise<AlertChoices>;

  beforeEach(async () => {
    sent = [];
    pcs.set([]);
    fleetReady.set(true);
    answer = (choices) => Promise.resolve(choices);
    TestBed.configureTestingModule({
      providers: [
        {
          provide: ApiClient,
          useValue: {
            forecast: async () => ({ items: [FULL_SOON] }),
            chooseAlerts: (choices: AlertChoices) => {
              sent.push(choices);
              return answer(choices);
            },
          },
        },
        {
          provide: FleetStore,
          useValue: {
            ready: fleetReady,
            agents: pcs,
            agent: (id: string) => (id === 'pc1' ? {} : undefined),
          },
        },
        { provide: ApprovalsStore, useValue: { waiting: () => [{ agent_id: 'pc1' }] } },
      ],
    });
    fixture = TestBed.createComponent(OwnAlerts);
    fixture.componentInstance.reaches.subscribe((reaches) => (reached = reaches));
    fixture.componentRef.setInput('channels', answered({ items: [PHONES] }));
    fixture.componentRef.setInput('stored', answered({ ...CHOICES, time_zone: ELSEWHERE }));
    fixture.componentRef.setInput('admin', true);
    await fixture.whenStable();
  });
  afterEach(() => jest.restoreAllMocks());

  const root = () => fixture.nativeElement as HTMLElement;
  function labelled<T extends HTMLElement>(words: string): T {
    const label = [...root().querySelectorAll('label')].find((one) =>
      one.textContent.includes(words),
    );
    const found = label && root().querySelector<T>(`#${label.htmlFor}`);
    if (!found) throw new Error(`there is no field ${words}`);
    return found;
  }
  async function tick(words: string): Promise<void> {
    labelled<HTMLInputElement>(words).click();
    await fixture.whenStable();
  }
  async function type(words: string, text: string): Promise<HTMLElement> {
    const field = labelled<HTMLInputElement>(words);
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    return field;
  }
  async function choose(words: string, text: string): Promise<void> {
    const field = labelled<HTMLInputElement>(words);
    field.value = text;
    field.dispatchEvent(new Event('change'));
    await fixture.whenStable();
  }
  async function leave(field: HTMLElement): Promise<void> {
    field.dispatchEvent(new Event('focusout', { bubbles: true }));
    await fixture.whenStable();
  }

  it('are saved as soon as something is chosen, and say so', async () => {
    expect(root().textContent).toContain('Changes are saved at once.');
    await tick('Blocked by the safety check');
    expect(sent).toEqual([{ ...CHOICES, time_zone: ELSEWHERE, muted: ['guard_hit'] }]);
    expect(root().textContent).toContain('Saved.');
  });

  it('use a mail channel that was added just now, and is not listed yet, for its sender', async () => {
    const mail: AlertChannelView = { ...PHONES, id: 'c2', kind: 'mail' };
    fixture.componentInstance.useNew({ channel: { ...PHONES, id: 'c3' } });
    await fixture.whenStable();
    expect(sent.at(-1)?.channels).toEqual([]);
    expect(reached).toBe(false);
    fixture.componentInstance.useNew({ channel: mail, address: 'a@b.example' });
    await fixture.whenStable();
    expect(sent.at(-1)?.channels).toEqual([{ channel_id: 'c2', address: 'a@b.example' }]);
    expect(reached).toBe(true);
  });

  it('do not use a channel before its address is there', async () => {
    await tick('Phones');
    expect(sent.at(-1)?.channels).toEqual([]);
    expect(root().textContent).toContain('Not used before this is filled in.');
    const field = await type('Topic', 'kenny-anna');
    expect(sent).toHaveLength(1);
    await leave(field);
    expect(sent.at(-1)?.channels).toEqual([{ channel_id: 'c1', address: 'kenny-anna' }]);
    expect(reached).toBe(true);
  });

  it('wait with what is typed until it is whole, or left', async () => {
    await type('Only these PCs', 'pc');
    expect(sent).toEqual([]);
    const field = await type('Only these PCs', 'pc1');
    expect(sent.at(-1)?.agents).toEqual(['pc1']);
    await leave(field);
    expect(sent).toHaveLength(1);
  });

  it('save what was changed meanwhile once the first answer is there', async () => {
    let free: () => void = () => undefined;
    answer = (choices) => new Promise((resolve) => (free = () => resolve(choices)));
    labelled<HTMLInputElement>('Blocked by the safety check').click();
    labelled<HTMLInputElement>('Failed logins').click();
    expect(sent).toHaveLength(1);
    answer = (choices) => Promise.resolve(choices);
    free();
    await fixture.whenStable();
    expect(sent.at(-1)?.muted).toEqual(['guard_hit', 'login_failed']);
  });

  it('show the time zone that the server has, in whichever the browser is', async () => {
    expect(labelled<HTMLInputElement>('Time zone').value).toBe(ELSEWHERE);
    await tick('Blocked by the safety check');
    expect(sent.at(-1)?.time_zone).toBe(ELSEWHERE);
  });

  describe('from a server that keeps UTC', () => {
    async function stored(choices: Partial<AlertChoices>): Promise<void> {
      const { prototype } = Intl.DateTimeFormat;
      const options = new Intl.DateTimeFormat().resolvedOptions();
      jest
        .spyOn(prototype, 'resolvedOptions')
        .mockReturnValue({ ...options, timeZone: 'Europe/Lisbon' });
      fixture.componentRef.setInput('browserless', true);
      const utc = { ...CHOICES, time_zone: 'UTC', ...choices };
      fixture.componentRef.setInput('stored', answered(utc));
      await fixture.whenStable();
    }

    it('begin in the time zone of the browser, which counts once something reaches somebody', async () => {
      await stored({});
      expect(labelled<HTMLInputElement>('Time zone').value).toBe('Europe/Lisbon');
      expect(sent).toEqual([]);
      fixture.componentInstance.begin();
      await fixture.whenStable();
      expect(sent).toEqual([{ ...CHOICES, time_zone: 'Europe/Lisbon' }]);
    });

    it('stay in UTC where somebody uses them so', async () => {
      await stored({ channels: [{ channel_id: 'c1', address: 'kenny-anna' }] });
      expect(labelled<HTMLInputElement>('Time zone').value).toBe('UTC');
      fixture.componentInstance.begin();
      expect(sent).toEqual([]);
    });
  });

  it('say nothing of what you would hear before all of it is known', async () => {
    fleetReady.set(false);
    fixture = TestBed.createComponent(OwnAlerts);
    fixture.componentRef.setInput('channels', answered({ items: [PHONES] }));
    fixture.componentRef.setInput('stored', answered({ ...CHOICES, time_zone: ELSEWHERE }));
    fixture.componentRef.setInput('admin', true);
    await fixture.whenStable();
    expect(root().textContent).toContain('Looking at what there is to tell');
    expect(root().textContent).not.toContain('you would hear of');
    fleetReady.set(true);
    await fixture.whenStable();
    expect(root().textContent).not.toContain('Looking at what there is to tell');
  });

  it('say under each choice what it would have told now, and what not', async () => {
    const disk = { name: 'disk', status: 'warn', reason: '93 %', since: '2026-11-21T20:00:00Z' };
    const printers = { ...disk, name: 'printers' };
    pcs.set([aPc({ overall: 'warn', sections: [disk, printers] as SectionHealth[] })]);
    await fixture.whenStable();
    const [urgent, all] = [...root().querySelectorAll('kenny-alert-presets mat-radio-button')].map(
      (one) => one.nextElementSibling?.textContent.replaceAll(/\s+/g, ' ') ?? '',
    );
    const both = 'you would hear of: 1 request for approval · kitchen: C: is full in about 9 days';
    expect(urgent).toContain(`${both}. It leaves out other warnings on 1 PC.`);
    // Its disk is told once, by when it is full.
    expect(all).toContain(`${both} · kitchen: Printers.`);
    expect(all).not.toContain('leaves out');
  });

  it('are chosen by what they tell', async () => {
    await tick('Everything that needs a look');
    expect(sent.at(-1)?.health_from).toBe('warn');
    await choose('PC offline: tell me after', '1');
    expect(sent.at(-1)?.away_hours).toBe(1);
  });

  it('say at the field what is no time zone, and save nothing of it', async () => {
    const field = await type('Time zone', 'Mars/Olympus');
    field.dispatchEvent(new Event('blur'));
    await leave(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(root().textContent).toContain(`No such time zone, so it stays ${ELSEWHERE}.`);
    expect(root().textContent).not.toContain('Saved.');
    expect(sent).toEqual([]);
  });

  it('say alike when a request expires, at quiet hours and at its kind', async () => {
    const said = () => root().textContent.split('While everybody who is alerted of it has quiet');
    expect(said()).toHaveLength(3);
    expect(root().textContent).not.toContain('stay open until');
    await tick('Hold alerts back during these hours');
    expect(said()).toHaveLength(2);
  });

  it('wait with quiet hours that end when they begin, and say so at the field', async () => {
    await choose('Until', '22:00');
    expect(sent).toEqual([]);
    expect(labelled('Until').getAttribute('aria-invalid')).toBe('true');
    expect(root().textContent).toContain('Ends when it begins. Choose another time.');
    expect(root().textContent).toContain('Not saved yet.');
    await choose('Until', '06:00');
    expect(sent.at(-1)?.quiet_to).toBe('06:00');
    expect(root().textContent).toContain('Saved.');
  });

  it('say what went wrong, and try again', async () => {
    answer = () => Promise.reject(new ApiError('unreachable', 'not reachable', null));
    await tick('Blocked by the safety check');
    expect(root().textContent).toContain('not reachable');
    expect(root().textContent).not.toContain('Saved.');
    answer = (choices) => Promise.resolve(choices);
    [...root().querySelectorAll('button')]
      .find(({ textContent }) => textContent.includes('Try again'))
      ?.click();
    await fixture.whenStable();
    expect(root().textContent).toContain('Saved.');
    expect(sent.at(-1)?.muted).toEqual(['guard_hit']);
  });
});
