import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { Router } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { HelpLink } from './help-link';

describe('the link for remote help, in the settings', () => {
  let fixture: ComponentFixture<HelpLink>;
  let sent: unknown[];
  const element = () => fixture.nativeElement as HTMLElement;
  const write = async (text: string) => {
    const input = element().querySelector<HTMLInputElement>('mat-form-field input');
    if (!input) throw new Error('there is no field');
    input.value = text;
    input.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const choose = async (name: string) => {
    const radios = [...element().querySelectorAll('mat-radio-button')];
    const one = radios.find(({ textContent }) => textContent.includes(name));
    one?.querySelector('input')?.click();
    await fixture.whenStable();
  };
  const save = () =>
    [...element().querySelectorAll('button')].find((one) => /Save/.test(one.textContent));
  const saved = async () => {
    save()?.click();
    await fixture.whenStable();
  };

  beforeEach(async () => {
    sent = [];
    let link: string | null = null;
    const api = {
      helpLink: () => Promise.resolve({ link }),
      setHelpLink: (body: { link: string }) => {
        sent.push(body);
        link = body.link;
        return Promise.resolve(body);
      },
    };
    TestBed.configureTestingModule({ providers: [{ provide: ApiClient, useValue: api }] });
    fixture = TestBed.createComponent(HelpLink);
    await fixture.whenStable();
  });

  it('is open and has the focus for whoever came for it, and else not', async () => {
    expect(element().querySelector('details')?.open).toBe(false);
    const router = TestBed.inject(Router);
    jest.spyOn(router, 'url', 'get').mockReturnValue('/settings/pcs#help-link');
    const own = TestBed.createComponent(HelpLink);
    document.body.append(own.nativeElement as HTMLElement);
    await own.whenStable();
    expect(document.activeElement?.tagName).toBe('SUMMARY');
    expect(document.activeElement?.closest('details')?.open).toBe(true);
  });

  it.each([['RustDesk', 'rustdesk://{help_id}']])(
    'is made for %s without showing it',
    async (name, link) => {
      expect(element().querySelector('summary')?.textContent).toContain('None');
      await choose(name);
      expect(element().textContent).not.toContain('{help_id}');
      await saved();
      expect(sent).toEqual([{ link }]);
      expect(save()?.disabled).toBe(true);
      expect(element().textContent).toContain('Saved.');
      expect(element().querySelector('summary')?.textContent).toContain(name);
    },
  );

  it('is made for MeshCentral from its address', async () => {
    await choose('MeshCentral');
    expect(save()?.disabled).toBe(true);
    expect(element().textContent).not.toContain('Not saved');
    await write('https://mesh.example.org/');
    await saved();
    expect(sent).toEqual([{ link: 'https://mesh.example.org/?node={help_id}' }]);
    expect(element().querySelector('summary')?.textContent).toContain('MeshCentral');
  });

  it('is removed again with no program', async () => {
    await choose('RustDesk');
    await saved();
    await choose('None');
    await saved();
    expect(sent).toEqual([{ link: 'rustdesk://{help_id}' }, { link: '' }]);
  });

  it('is written by hand for another, which begins with the one before, and shows what it opens', async () => {
    await choose('RustDesk');
    await choose('Another');
    const hint = () => element().querySelector('#help-link-hint')?.textContent;
    expect(hint()).toContain('rustdesk://123456789');
    await write(' https://help.example.org/{id} ');
    expect(hint()).toContain('https://help.example.org/mum-laptop');
    await saved();
    expect(sent).toEqual([{ link: 'https://help.example.org/{id}' }]);
  });

  it('is not saved while it could do more than open help, and says why', async () => {
    await choose('Another');
    await write('javascript:alert(1)');
    expect(element().textContent).toContain('Not saved. The link begins with one of https://');
    expect(element().querySelector('.mono')?.getAttribute('aria-invalid')).toBe('true');
    expect(save()?.disabled).toBe(true);
  });
});
