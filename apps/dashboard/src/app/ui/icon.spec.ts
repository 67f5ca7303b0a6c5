import { TestBed } from '@angular/core/testing';
import { Icon } from './icon';
import { ICONS, type IconName } from './icons';

describe('an icon', () => {
  it('is drawn for eyes alone', () => {
    const fixture = TestBed.createComponent(Icon);
    fixture.componentRef.setInput('name', 'fleet' satisfies IconName);
    fixture.detectChanges();
    const element = fixture.nativeElement as HTMLElement;
    expect(element.getAttribute('aria-hidden')).toBe('true');
    expect(element.querySelector('path')?.getAttribute('d')).toBe(ICONS.fleet);
  });

  it('has a path that begins somewhere', () => {
    for (const path of Object.values(ICONS)) expect(path).toMatch(/^M[\d.]+ [\d.]+/);
  });
});
