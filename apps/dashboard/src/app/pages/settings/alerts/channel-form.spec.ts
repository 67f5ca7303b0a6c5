import { TestBed } from '@angular/core/testing';
import type { AlertChannelBody } from '@kenny/contract/web';
import { ApiClient } from '../../../core/http/api-client';
import { ChannelForm } from './channel-form';
import { mailServiceOf } from './mail-services';

describe('a mail channel', () => {
  let sent: AlertChannelBody[];
  let goesTo: string | undefined;

  async function show() {
    [sent, goesTo] = [[], undefined];
    const addAlertChannel = (body: AlertChannelBody) => {
      sent.push(body);
      return Promise.resolve({});
    };
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { addAlertChannel } }],
    });
    const fixture = TestBed.createComponent(ChannelForm);
    fixture.componentRef.setInput('channel', null);
    fixture.componentInstance.stored.subscribe(({ address }) => (goesTo = address));
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const field = (words: string) => {
      const label = [...page.querySelectorAll('label')].find((one) =>
        one.textContent.includes(words),
      );
      const found = label && page.querySelector<HTMLInputElement>(`#${label.htmlFor}`);
      if (!found) throw new Error(`there is no field ${words}`);
      return found;
    };
    const type = async (words: string, text: string) => {
      field(words).value = text;
      field(words).dispatchEvent(new Event('input'));
      field(words).dispatchEvent(new Event('change'));
      await fixture.whenStable();
    };
    const save = async () => {
      page.querySelector('form')?.dispatchEvent(new Event('submit'));
      await fixture.whenStable();
    };
    const text = () => page.textContent.replaceAll(/\s+/g, ' ');
    const choose = async (words: string, option: string) => {
      const list = field(words) as unknown as HTMLSelectElement;
      list.selectedIndex = [...list.options].findIndex(({ text: one }) => one.trim() === option);
      list.dispatchEvent(new Event('change'));
      await fixture.whenStable();
    };
    return { page, field, type, save, text, choose };
  }

  it('knows the server of a common service by the sender', async () => {
    const { page, field, type, save } = await show();
    await type('Sender', 'Anna@Gmail.com');
    expect(page.textContent).toContain('An app password');
    expect(field('Provider').value).toBe('Gmail');
    await save();
    expect(sent).toEqual([
      expect.objectContaining({
        ...{ host: 'smtp.gmail.com', security: 'tls', from: 'Anna@Gmail.com' },
        user: 'Anna@Gmail.com',
      }),
    ]);
  });

  it('fills in what a chosen provider needs, and the sender as its user', async () => {
    const { field, type, choose, save, text } = await show();
    await choose('Provider', 'iCloud');
    expect(text()).toContain('An app-specific password');
    await type('Sender', 'anna@example.org');
    expect(field('User name').value).toBe('anna@example.org');
    await save();
    expect(sent).toEqual([
      expect.objectContaining({ host: 'smtp.mail.me.com', security: 'starttls' }),
    ]);
    await choose('Provider', 'Another provider');
    expect(field('Mail server').value).toBe('');
  });

  it('asks for the provider first: the server is asked for only of one that kenny does not know', async () => {
    const { page, field, type, choose, text } = await show();
    expect(field('Provider').value).toBe('');
    expect(text()).not.toContain('Encryption');
    await choose('Provider', 'GMX');
    const folds = [...page.querySelectorAll('details')];
    expect(folds.map(({ open }) => open)).toEqual([false]);
    expect(text()).not.toContain('In your own network?');
    await choose('Provider', 'Another provider');
    expect(page.querySelector('details')?.open).toBe(true);
    expect(text()).toContain('Encryption');
    await type('Sender', 'anna@example.org');
    expect(field('Provider').value).toBe('Another provider');
  });

  it('takes a sender of no known provider for one of another', async () => {
    const { field, type, text } = await show();
    await type('Sender', 'anna@example.org');
    expect(field('Provider').value).toBe('Another provider');
    expect(text()).toContain('Encryption');
  });

  it('says of a provider that takes no password from programs that it cannot be used', async () => {
    const { page, text, choose } = await show();
    await choose('Provider', 'Cannot send: Outlook, Hotmail');
    const hints = [...page.querySelectorAll('mat-hint')].map(({ textContent }) => textContent);
    const said = hints.filter((hint) => hint.includes('so kenny cannot send from one'));
    expect(said).toHaveLength(1);
    expect(text()).not.toContain('Where the sender’s mail address is.');
    const save = page.querySelector<HTMLButtonElement>('button[type=submit]');
    expect(save?.disabled).toBe(true);
    await choose('Provider', 'GMX');
    expect(save?.disabled).toBe(false);
  });

  it('goes to the recipient, and without one to the sender', async () => {
    const { type, save } = await show();
    await type('Sender', 'anna@gmail.com');
    await save();
    expect(goesTo).toBe('anna@gmail.com');
    await type('Recipient', 'ben@example.org');
    await save();
    expect(goesTo).toBe('ben@example.org');
  });

  it('lists what most people have before what is for experts, and says what each needs', async () => {
    const { page, text, choose } = await show();
    const groups = [...page.querySelectorAll('optgroup')].map((group) => [
      group.label,
      ...[...group.querySelectorAll('option')].map(({ text: one }) => one.trim()),
    ]);
    expect(groups).toEqual([
      ['Phone and mail', 'Mail', 'ntfy · Quickest', 'Telegram', 'Slack', 'Discord'],
      ['For experts', 'Gotify', 'Matrix', 'Webhook', 'Heartbeat'],
    ]);
    await choose('Kind', 'Matrix');
    expect(text()).toContain('A Matrix account that is in the room');
    expect(text()).toContain('Homeserver');
  });

  it('leaves what somebody has written as it is', async () => {
    const { field, type, choose } = await show();
    await choose('Provider', 'Another provider');
    await type('Mail server', 'mail.example.org');
    await type('Sender', 'anna@gmx.net');
    expect(field('Mail server').value).toBe('mail.example.org');
    expect(field('User name').value).toBe('');
  });

  it.each(['anna', '@', 'anna@example.org', 'a@gmail.com.example', 'a@constructor', ''])(
    'knows no service of %j',
    (address) => {
      expect(mailServiceOf(address)).toBeUndefined();
    },
  );
});
