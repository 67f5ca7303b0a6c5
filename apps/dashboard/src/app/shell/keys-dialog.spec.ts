import { readFileSync } from 'node:fs';
import { DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { SCOPE_RANK } from '@kenny/contract/web';
import { SingleKeys } from '../core/keys/single-keys';
import { Session } from '../core/session/session';
import { NAVIGATION } from '../pages/navigation';
import { KeysDialog, keyLines } from './keys-dialog';

const GUIDE = new URL('../../../../../docs/guides/dashboard.md', import.meta.url);

describe('the list of keys', () => {
  async function show(scope: 'viewer' | 'operator') {
    const reaches = (least: 'operator') => SCOPE_RANK[scope] >= SCOPE_RANK[least];
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: Session, useValue: { reaches } },
        { provide: DialogRef, useValue: { close: () => undefined } },
      ],
    });
    const fixture = TestBed.createComponent(KeysDialog);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }
  const jumps = (element: HTMLElement) => {
    const [, goTo] = element.querySelectorAll('section');
    return [...(goTo?.querySelectorAll('div') ?? [])].map((row) =>
      row.textContent.replaceAll(/\s+/g, ' ').trim(),
    );
  };

  it('has the pages that the reader may open, each by a letter of its own', async () => {
    expect(jumps(await show('operator'))).toContain('g a Approvals');
    TestBed.resetTestingModule();
    const viewers = jumps(await show('viewer'));
    expect(viewers).toContain('g f Fleet');
    expect(viewers).not.toContain('g a Approvals');
    expect(new Set(NAVIGATION.map(({ letter }) => letter)).size).toBe(NAVIGATION.length);
  });

  it('says when single keys are off, and which those are', async () => {
    const keys = TestBed.inject(SingleKeys);
    keys.turn('off');
    TestBed.resetTestingModule();
    const element = await show('viewer');
    expect(element.textContent).toContain('You have turned single keys off');
    expect(element.querySelector('.off')?.textContent).toContain('Search this page');
    expect(element.querySelector('dl div:not(.off)')?.textContent).toContain('Ctrl');
    TestBed.inject(SingleKeys).turn('on');
  });

  it('is the one in the guide', () => {
    const guide = readFileSync(GUIDE, 'utf8');
    for (const { keys, words, group } of keyLines(NAVIGATION)) {
      const pressed = keys.split(/[ +]/).map((key) => `<kbd>${key}</kbd>`);
      const row = [group, pressed.join(' '), words].map((cell) => ` ${cell} `).join('|');
      expect(guide.replaceAll(/ +/g, ' ')).toContain(`|${row}|`);
    }
  });
});
