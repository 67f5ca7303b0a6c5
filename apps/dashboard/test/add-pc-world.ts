import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { FleetAgent, NetworkView, PackageList, PackageView } from '@kenny/contract/web';
import { FleetStore } from '../src/app/core/fleet/fleet-store';
import { ApiClient } from '../src/app/core/http/api-client';
import { Notifications, type NotificationItem } from '../src/app/core/notifications/notifications';
import { Session } from '../src/app/core/session/session';
import { AddPc } from '../src/app/pages/settings/add-pc';
import { aDoor } from './a-door';
import { aPc } from './a-pc';

export const WHY = 'There is <b>none</b> for it yet.';
export const NONE: PackageView = {
  ...{ os: 'windows', ready: false, can_build: false, build: null, trouble: WHY, notes: [] },
};
export const LINUX: PackageView = { ...NONE, os: 'linux', ready: true, trouble: null };
export const READY: PackageList = { items: [NONE, LINUX] };
export const BUILDABLE: PackageView = { ...LINUX, ready: false, can_build: true };
export const STEP = { step: 2, of: 4, words: 'Making the <b>executable</b>' };

export const REACHED: NetworkView = {
  ...{ agent_url: 'wss://kenny.example/agent/ws', reachable: true, authority: null },
  ...{ door: null, earlier: [], addresses: [] },
};
const OWN = [
  { address: '192.0.2.10', interface: 'eth0' },
  { address: '100.64.0.7', interface: 'tailscale<b>0</b>' },
];
export const ALONE = {
  ...REACHED,
  agent_url: 'ws://127.0.0.1:8000/agent/ws',
  reachable: false,
  addresses: OWN,
};
export const OPENED: NetworkView = {
  ...{ ...ALONE, agent_url: 'wss://100.64.0.7:8443/agent/ws', reachable: true, authority: 'PEM' },
  door: aDoor('100.64.0.7'),
};

/** The page that adds a PC, and what its server says. */
export class AddPcWorld {
  packages: () => Promise<unknown> = () => Promise.resolve(READY);
  builds: () => Promise<unknown> = () => Promise.resolve({ ...BUILDABLE, build: STEP });
  opens: () => Promise<NetworkView> = () => Promise.resolve(OPENED);
  installs: () => Promise<void> = () => Promise.resolve();
  refusals: object[] = [];
  network: NetworkView = REACHED;
  server = 'https://kenny.example';
  os = 'linux';
  /** What the server was asked to do, in order. */
  readonly asked: unknown[] = [];
  /** What was announced to somebody on another page. */
  readonly told: string[] = [];
  readonly me = signal<object | null>({});
  /** The PC once it is in the fleet. */
  readonly here = signal<FleetAgent | undefined>(undefined);
  private opened: ComponentFixture<AddPc> | undefined;

  async show(admin = true, pc?: string): Promise<void> {
    const { told, me } = this;
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: this.api() },
        { provide: Session, useValue: { reaches: () => admin, me } },
        {
          provide: Notifications,
          useValue: {
            announce: ({ text, path }: NotificationItem) => told.push(`${text} ${path}`),
            putAway: ({ id, kind }: NotificationItem) => told.push(`put away ${id} ${kind}`),
          },
        },
        {
          provide: FleetStore,
          useValue: { agents: () => [aPc({ agent_id: 'PC1' })], agent: () => this.here() },
        },
      ],
    });
    await this.open(pc);
  }

  /** @param pc - the one that is set up again */
  async open(pc?: string): Promise<void> {
    this.opened = TestBed.createComponent(AddPc);
    this.opened.componentRef.setInput('pc', pc);
    await this.settle();
  }

  leave(): void {
    this.fixture().destroy();
  }

  async settle(): Promise<void> {
    await this.fixture().whenStable();
  }

  readonly element = () => this.fixture().nativeElement as HTMLElement;
  readonly text = () => this.element().textContent ?? '';
  readonly submit = () => this.element().querySelector<HTMLButtonElement>('button[type=submit]');

  readonly field = (index: number) => {
    const all = this.element().querySelectorAll<HTMLInputElement>('input:not([type=radio])');
    const found = all[index];
    if (!found) throw new Error('there is no field');
    return found;
  };

  readonly write = async (index: number, words: string) => {
    Object.assign(this.field(index), { value: words }).dispatchEvent(new Event('input'));
    await this.settle();
  };

  /** Its id, after the field for its name. */
  readonly name = async (id: string) => {
    await this.write(1, id);
    return this.submit();
  };

  readonly press = async (words: string) => {
    [...this.element().querySelectorAll<HTMLElement>('button, mat-radio-button label')]
      .find(({ textContent }) => textContent.includes(words))
      ?.click();
    await this.settle();
  };

  readonly addAnna = async () => {
    (await this.name('anna-laptop'))?.click();
    await this.settle();
  };

  private fixture(): ComponentFixture<AddPc> {
    if (!this.opened) throw new Error('the page is not open');
    return this.opened;
  }

  private api(): object {
    const { asked } = this;
    return {
      packages: () => this.packages(),
      events: () => Promise.resolve({ items: this.refusals, next_cursor: null }),
      buildPackage: (os: string) => {
        asked.push(`build ${os}`);
        return this.builds();
      },
      network: () => Promise.resolve(this.network),
      openNetwork: (body: unknown) => {
        asked.push(body);
        return this.opens();
      },
      addAgent: (body: unknown) => {
        asked.push(body);
        return Promise.resolve({
          install: { windows: 'kenny-agent.exe enroll', linux: 'kenny-agent enroll' },
          enrollment: { expires_at: '2099-01-01T00:00:00Z' },
          authority: null,
        });
      },
      installer: async (id: string, body: object) => {
        asked.push({ id, ...body });
        await this.installs();
        const { authority } = this.network;
        return {
          ...{ agent_id: id, os: this.os, url: `${this.server}/d/N`, authority },
          short_url: `${this.server}/i/WXHKRT`,
          ...{ command: 'curl … | sudo sh', expires_at: '2099-01-01T00:00:00Z' },
        };
      },
    };
  }
}
