import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { Router } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { HelpLink } from './help-link';

describe('the link for remote help, in the settings', () => {
  let fixture: ComponentFixture<HelpLink>;
  let sent: unknown[];
  const element = () => fixture.nativeElement as HTMLElement;
  const write = async (text: string) => {
    const input = element().querySelector('input');
    if (!input) throw new Error('there is no field');
    input.value = text;
    input.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const press = (name: RegExp) =>
    [...element().querySelectorAll('button')].find((one) => name.test(one.textContent));
  const save = () => press(/Save/);

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

  it('has the focus for whoever came for it, and else not', async () => {
    expect(document.activeElement).toBe(document.body);
    const router = TestBed.inject(Router);
    jest.spyOn(router, 'url', 'get').mockReturnValue('/settings/pcs#help-link');
    const own = TestBed.createComponent(HelpLink);
    document.body.append(own.nativeElement as HTMLElement);
    await own.whenStable();
    expect(document.activeElement?.getAttribute('aria-describedby')).toContain('help-link-hint');
  });

  it('is saved once it is another', async () => {
    expect(save()?.disabled).toBe(true);
    await write(' rustdesk://{help_id} ');
    save()?.click();
    await fixture.whenStable();
    expect(sent).toEqual([{ link: 'rustdesk://{help_id}' }]);
    expect(save()?.disabled).toBe(true);
    expect(element().textContent).toContain('Saved.');
  });

  it.each(['RustDesk', 'AnyDesk', 'MeshCentral'])(
    'is filled in for %s, to be saved',
    async (name) => {
      press(new RegExp(name))?.click();
      await fixture.whenStable();
      expect(element().querySelector('input')?.value).toContain('{help_id}');
      expect(element().textContent).not.toContain('Not saved');
      expect(save()?.disabled).toBe(false);
    },
  );

  it('shows what it becomes for one PC', async () => {
    const hint = () => element().querySelector('#help-link-hint')?.textContent;
    expect(hint()).toContain('rustdesk://123456789');
    await write('https://mesh.example.org/?node={id}');
    expect(hint()).toContain('https://mesh.example.org/?node=mum-laptop');
  });

  it('is not saved while it could do more than open help, and says why', async () => {
    await write('javascript:alert(1)');
    expect(element().textContent).toContain('Not saved. The link begins with one of https://');
    expect(element().querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
    expect(save()?.disabled).toBe(true);
  });
});
