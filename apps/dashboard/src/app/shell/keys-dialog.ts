import { Dialog, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, type Injector } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { jumpLine, KEY_GROUPS, KEYS, type KeyLine } from '../core/keys/keys';
import { SingleKeys } from '../core/keys/single-keys';
import { Session } from '../core/session/session';
import { navigationFor, type NavItem } from '../pages/navigation';

const TITLE = 'Keys';

/** Every key, by where it works. */
export function keyLines(pages: readonly NavItem[]): KeyLine[] {
  const all: KeyLine[] = [
    ...Object.values(KEYS),
    ...pages.map(({ letter, name }) => jumpLine(letter, name)),
  ];
  return KEY_GROUPS.flatMap((group) => all.filter((line) => line.group === group));
}

/** What can be done by which key. */
@Component({
  selector: 'kenny-keys-dialog',
  imports: [MatButton, RouterLink],
  template: `
    <div class="head">
      <h2>{{ title }}</h2>
      <button type="button" matButton="outlined" (click)="close()">Close</button>
    </div>
    @if (singleKeys.choice() === 'off') {
      <p class="dim">
        You have turned single keys off: only those with Ctrl, Shift, Enter, Esc and arrows work.
        <a routerLink="/settings/me" (click)="close()">Turn them on</a>
      </p>
    }
    <div class="groups">
      @for (group of groups; track group.name) {
        <section [attr.aria-labelledby]="'keys-' + $index">
          <h3 [id]="'keys-' + $index">{{ group.name }}</h3>
          <dl>
            @for (line of group.lines; track line.keys + line.words) {
              <div [class.off]="line.off && singleKeys.choice() === 'off'">
                <dt>
                  @for (key of line.keys; track $index) {
                    <kbd>{{ key }}</kbd>{{ ' ' }}
                  }
                </dt>
                <dd>{{ line.words }}</dd>
              </div>
            }
          </dl>
        </section>
      }
    </div>
  `,
  styles: `
    :host {
      display: block;
      max-height: 80vh;
      overflow-y: auto;
      padding: 14px 20px;
      border: 1px solid var(--line);
      border-radius: var(--r);
      background: var(--panel);
      box-shadow: var(--mat-sys-level3);
    }
    .head {
      display: flex;
      align-items: center;
      justify-content: space-between;
    }
    h2,
    h3,
    dl,
    dd {
      margin: 0;
    }
    h3 {
      font-size: 13px;
      margin-bottom: 4px;
    }
    .groups {
      columns: 2 260px;
      column-gap: 28px;
    }
    section {
      padding-top: 12px;
      break-inside: avoid;
    }
    dl div {
      display: grid;
      grid-template-columns: 104px minmax(0, 1fr);
      gap: 8px;
      padding: 3px 0;
    }
    .off {
      color: var(--ink-2);
      text-decoration: line-through;
    }
  `,
})
export class KeysDialog {
  private readonly dialog = inject(DialogRef);
  protected readonly title = TITLE;
  protected readonly singleKeys = inject(SingleKeys);
  protected readonly groups = grouped(keyLines(navigationFor(inject(Session))));

  protected close(): void {
    this.dialog.close();
  }
}

/** The focus goes into it, and back to where it was. */
export function openKeys(injector: Injector): void {
  injector.get(Dialog).open(KeysDialog, {
    ariaLabel: TITLE,
    width: 'min(720px, calc(100vw - 24px))',
  });
}

function grouped(lines: readonly KeyLine[]) {
  return KEY_GROUPS.map((name) => ({
    name,
    lines: lines
      .filter(({ group }) => group === name)
      .map(({ keys, words, single }) => ({
        keys: keys.split(/[ +]/),
        words,
        off: single === true,
      })),
  }));
}
