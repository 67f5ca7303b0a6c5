import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { ownTimeZone } from '../core/time/time-zones';
import { TimeZoneField } from './time-zone-field';

describe('the field of a time zone', () => {
  let fixture: ComponentFixture<TimeZoneField>;
  let field: HTMLInputElement;
  const options = () =>
    [...document.querySelectorAll('mat-option')].map(({ textContent }) => textContent.trim());

  beforeEach(async () => {
    fixture = TestBed.createComponent(TimeZoneField);
    fixture.componentRef.setInput('zone', 'Europe/Vienna');
    await fixture.whenStable();
    const found = (fixture.nativeElement as HTMLElement).querySelector('input');
    if (!found) throw new Error('there is no field');
    field = found;
  });
  async function type(text: string): Promise<void> {
    field.dispatchEvent(new Event('focusin'));
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  }
  async function leave(): Promise<void> {
    field.dispatchEvent(new Event('blur'));
    await fixture.whenStable();
  }
  const zone = () => fixture.componentInstance.zone();

  it('says what time it is there', () => {
    expect(field.value).toBe('Europe/Vienna');
    expect((fixture.nativeElement as HTMLElement).textContent).toMatch(/It is \w+day.* there\./);
  });

  it('offers that of the browser first', async () => {
    field.dispatchEvent(new Event('focusin'));
    await fixture.whenStable();
    expect(options()[0]).toBe(`${ownTimeZone()} · this browser`);
  });

  it('proposes that of the browser in place of UTC, which nobody chose', async () => {
    const resolved = Intl.DateTimeFormat().resolvedOptions();
    const zoned = { ...resolved, timeZone: 'Europe/Lisbon' };
    jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(zoned);
    const own = TestBed.createComponent(TimeZoneField);
    const button = () => (own.nativeElement as HTMLElement).querySelector('button');
    own.componentRef.setInput('zone', 'Europe/Vienna');
    await own.whenStable();
    expect(button()).toBeNull();
    own.componentRef.setInput('zone', 'UTC');
    await own.whenStable();
    expect(button()?.textContent.trim()).toBe('Use Europe/Lisbon, as this browser does');
    button()?.click();
    await own.whenStable();
    expect(own.componentInstance.zone()).toBe('Europe/Lisbon');
    expect(button()).toBeNull();
  });

  it('finds one by its city, and takes what is clear', async () => {
    await type('york');
    expect(options()).toEqual(['America/New York']);
    await leave();
    expect([zone(), field.value]).toEqual(['America/New_York', 'America/New York']);
  });

  it('takes the one that is pressed: the field is not left before', async () => {
    await type('york');
    const press = new MouseEvent('mousedown', { cancelable: true });
    const [option] = document.querySelectorAll<HTMLElement>('mat-option');
    option?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    option?.click();
    expect(zone()).toBe('America/New_York');
  });

  it('keeps the zone where what was typed is none, and says so until it is mended', async () => {
    const said = () => (fixture.nativeElement as HTMLElement).textContent;
    await type('nowhere');
    expect(said()).toContain('No such time zone.');
    await leave();
    expect([zone(), field.value]).toEqual(['Europe/Vienna', 'nowhere']);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(said()).toContain('No such time zone, so it stays Europe/Vienna.');
    await type('york');
    await leave();
    expect([zone(), field.getAttribute('aria-invalid')]).toEqual(['America/New_York', 'false']);
    expect(said()).not.toContain('No such');
  });

  it('says when what was typed is of several', async () => {
    await type('europe');
    await leave();
    expect([zone(), field.value]).toEqual(['Europe/Vienna', 'europe']);
    expect((fixture.nativeElement as HTMLElement).textContent).toContain(
      'Which of these? It stays Europe/Vienna until you choose one.',
    );
  });

  it('goes back to the zone when the field is emptied', async () => {
    await type('');
    await leave();
    expect([zone(), field.value]).toEqual(['Europe/Vienna', 'Europe/Vienna']);
  });
});
