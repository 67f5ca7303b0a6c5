import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { BackupState } from '@kenny/contract/web';
import { PageClock } from '../../core/time/clock';
import { RestoreSteps } from './restore-steps';

const NAME = 'kenny-20261126T120000Z-daily.tar.gz';
const NOW = Date.parse('2026-11-27T10:00:00Z');

describe('how a backup is restored', () => {
  let fixture: ComponentFixture<RestoreSteps>;
  const element = () => fixture.nativeElement as HTMLElement;
  const lines = () =>
    [...element().querySelectorAll('.line')].map(({ textContent }) => textContent);
  const text = () => element().textContent.replace(/\s+/g, ' ');
  async function shown(server: Partial<BackupState['server']>, folder: string, encrypted = true) {
    TestBed.configureTestingModule({
      providers: [provideRouter([]), { provide: PageClock, useValue: { now: () => NOW } }],
    });
    fixture = TestBed.createComponent(RestoreSteps);
    const known = { runs_as: 'npm-start', data_folder: '/data', postgres: false, ...server };
    fixture.componentRef.setInput('backup', { name: NAME, encrypted });
    fixture.componentRef.setInput('state', { folder, server: known });
    await fixture.whenStable();
  }

  it('takes three steps after npm start: nothing is moved before kenny was stopped', async () => {
    await shown({ data_folder: "/srv/it's" }, "/srv/it's/backups");
    expect(lines()).toEqual([
      `npm run --silent kenny -- backup restore '/srv/it'\\''s/backups/${NAME}' --identity - --to '/srv/it'\\''s-restored' < backup-key.txt`,
      `test -s '/srv/it'\\''s-restored/kenny.sqlite' && mv '/srv/it'\\''s' '/srv/it'\\''s-before-20261127-1000' && ` +
        `{ mv '/srv/it'\\''s-restored' '/srv/it'\\''s' || mv '/srv/it'\\''s-before-20261127-1000' '/srv/it'\\''s'; }; npm start`,
    ]);
    const steps = [...element().querySelectorAll('ol li')].map(({ textContent }) => textContent);
    expect(steps).toHaveLength(3);
    expect(steps[1]).toContain('stop kenny: press Ctrl+C');
    expect(text()).toContain("stays in /srv/it's-before-20261127-1000");
    expect(element().querySelector('mat-radio-group')).toBeNull();
  });

  it('restores a service while it works, stops it only for the swap and starts it in any case', async () => {
    await shown({ runs_as: 'service' }, '/data/backups', false);
    const [restore = '', swap = ''] = lines();
    expect(restore).not.toContain('systemctl');
    expect(restore).toContain(
      `kenny.mjs backup restore '/data/backups/${NAME}' --to '/data-restored'`,
    );
    expect(swap).toMatch(
      /^sudo test -s '\/data-restored\/kenny\.sqlite' && sudo systemctl stop kenny && sudo mv /,
    );
    expect(swap).toMatch(/; sudo systemctl start kenny$/);
  });

  it('gives a service the key that its own user could not read', async () => {
    await shown({ runs_as: 'service' }, '/data/backups');
    expect(lines()[0]).toMatch(/ --identity - --to '\/data-restored' < backup-key\.txt$/);
  });

  it('asks how kenny is started where the server does not know', async () => {
    await shown({ runs_as: null }, '/data/backups');
    const radios = [...element().querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios).toHaveLength(3);
    radios[1]?.click();
    await fixture.whenStable();
    expect(lines()[1]).toContain('systemctl stop');
    radios[2]?.click();
    await fixture.whenStable();
    expect(text()).toContain('This server runs in a container');
  });

  it.each([
    ['runs in a container', { runs_as: 'container' as const }, 'in-a-container'],
    ['uses PostgreSQL', { postgres: true }, 'postgresql'],
  ])('is in the guide where the server %s', async (words, server, chapter) => {
    await shown(server, '/data/backups');
    expect(lines()).toEqual([]);
    expect(text()).toContain(`This server ${words}`);
    const link = element().querySelector<HTMLAnchorElement>('a');
    expect(link?.getAttribute('href')).toBe(`/guides/backup#${chapter}`);
  });
});
