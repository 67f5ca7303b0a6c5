import { TestBed } from '@angular/core/testing';
import type { AlertChannelBody } from '@kenny/contract/web';
import { ApiClient } from '../../../core/http/api-client';
import { ChannelForm } from './channel-form';
import { mailServiceOf } from './mail-services';

describe('a mail channel', () => {
  let sent: AlertChannelBody[];

  async function show() {
    sent = [];
    const addAlertChannel = (body: AlertChannelBody) => {
      sent.push(body);
      return Promise.resolve({});
    };
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { addAlertChannel } }],
    });
    const fixture = TestBed.createComponent(ChannelForm);
    fixture.componentRef.setInput('channel', null);
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
    return { page, field, type, save };
  }

  it('knows the server of a common service by the sender', async () => {
    const { page, type, save } = await show();
    await type('Sender', 'Anna@Gmail.com');
    expect(page.textContent).toContain('An app password');
    await save();
    expect(sent).toEqual([
      expect.objectContaining({
        ...{ host: 'smtp.gmail.com', security: 'tls', from: 'Anna@Gmail.com' },
        user: 'Anna@Gmail.com',
      }),
    ]);
  });

  it('says who gets the mail, and where a test is sent', async () => {
    const { page } = await show();
    const words = page.querySelector('.recipients')?.textContent.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Each person says under Your alerts, below, to which address');
    expect(words).toContain('yours goes to the sender until you change it');
    expect(words).toContain('Send a test there once this is saved.');
  });

  it('leaves what somebody has written as it is', async () => {
    const { field, type } = await show();
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
