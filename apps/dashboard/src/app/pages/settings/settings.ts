import { Component, inject } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { Session } from '../../core/session/session';
import { settingsFor } from '../navigation';

/** The list of the settings that the scope reaches, and the one that is open. */
@Component({
  selector: 'kenny-settings',
  imports: [RouterLink, RouterLinkActive, RouterOutlet],
  template: `
    <div class="page-head"><h1>Settings</h1></div>
    <nav #list aria-label="Settings">
      @for (item of items; track item.path) {
        <a
          #link
          [routerLink]="item.path"
          routerLinkActive="on"
          ariaCurrentWhenActive="page"
          (isActiveChange)="$event && toMiddle(list, link)"
          >{{ item.name }}</a
        >
      }
    </nav>
    <div class="page"><router-outlet /></div>
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: 180px minmax(0, 1fr);
      gap: 0 28px;
      max-width: 1180px;
    }
    .page-head {
      grid-column: 1 / -1;
    }
    nav {
      display: flex;
      flex-direction: column;
      gap: 2px;
      margin-top: 18px;
    }
    nav a {
      padding: 8px 12px;
      border-radius: 6px;
      color: var(--ink-2);
      text-decoration: none;
    }
    nav a:hover,
    nav a.on {
      background: var(--hover);
      color: var(--ink);
    }
    nav a.on {
      font-weight: 560;
    }
    @media (max-width: 900px) {
      :host {
        display: block;
      }
      /* One row from edge to edge: what is cut off says that there is more. */
      nav {
        position: relative;
        flex-direction: row;
        margin: 0 -12px;
        padding: 2px 12px;
        overflow-x: auto;
        scrollbar-width: none;
      }
      nav a {
        flex: none;
        white-space: nowrap;
      }
    }
    @media (pointer: coarse) {
      nav a {
        padding-block: 12px;
      }
    }
  `,
})
export class Settings {
  protected readonly items = settingsFor(inject(Session));

  /** Where the list is one row that scrolls, the open page is seen in it. */
  protected toMiddle(list: HTMLElement, link: HTMLElement): void {
    list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }
}
