import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { UpdatesView } from '@kenny/contract/web';
import { UPDATES } from '../../../../test/updates';
import { UpgradeSteps } from './upgrade-steps';

describe('how a server is updated', () => {
  async function show(more: Partial<UpdatesView>) {
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    const fixture = TestBed.createComponent(UpgradeSteps);
    fixture.componentRef.setInput('server', { ...UPDATES, ...more });
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    const radios = () => [...element.querySelectorAll('mat-radio-button')];
    const choose = async (words: string) => {
      const one = radios().find(({ textContent }) => textContent.includes(words));
      one?.querySelector('input')?.click();
      await fixture.whenStable();
    };
    const command = () => element.querySelector('code')?.textContent;
    return { element, radios, choose, command };
  }

  it.each([
    ['npm-start', 'git pull && npm ci && npm start'],
    ['autostart', 'sudo systemctl stop kenny && git pull && npm ci && npm run autostart'],
    ['service', expect.stringContaining('sudo systemctl start kenny')],
    [
      'container',
      'git pull && KENNY_PUBLIC_URL=https://kenny.example docker compose up --detach --build',
    ],
  ] as const)('as %s: one command, and no question', async (runs_as, line) => {
    const { command, radios } = await show({ runs_as });
    expect(command()).toEqual(line);
    expect(radios()).toHaveLength(0);
  });

  it('is asked where the server was not told how it was started', async () => {
    const { command, choose, radios } = await show({});
    expect(radios()).toHaveLength(4);
    expect(command()).toContain('npm start');
    await choose('container');
    expect(command()).toContain('docker compose');
  });

  it('says what happens to the PCs meanwhile', async () => {
    const { element } = await show({});
    expect(element.textContent).toMatch(
      /your PCs go on working.*They connect\s+again by themselves/s,
    );
  });
});
