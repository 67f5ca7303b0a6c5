import { Component, DOCUMENT, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { PaletteOpener } from '../../core/commands/palette-opener';
import { UntrustedText } from '../../ui/untrusted-text';

/** Beside the menu, as any page. */
@Component({
  selector: 'kenny-not-found',
  imports: [MatButton, RouterLink, UntrustedText],
  template: `
    <h1>Page not found</h1>
    <p>
      There is no page <code><kenny-untrusted [text]="address" /></code>. The address may be
      outdated or incomplete.
    </p>
    <p class="ways">
      @if (inSettings) {
        <a matButton="filled" routerLink="/settings">Go to Settings</a>
      }
      <a [matButton]="inSettings ? 'outlined' : 'filled'" routerLink="/today">Go to Today</a>
      <a matButton="outlined" routerLink="/fleet">Go to Fleet</a>
      <button type="button" matButton="outlined" (click)="palette.search()">Search</button>
    </p>
  `,
  styles: `
    .ways {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
  `,
})
export class NotFound {
  protected readonly address = inject(DOCUMENT).location.pathname;
  /** Most of its parts are near what was meant. */
  protected readonly inSettings = this.address.startsWith('/settings/');
  protected readonly palette = inject(PaletteOpener);
}
