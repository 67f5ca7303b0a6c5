import { Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { PACKAGE_FILES, WINDOWS_ASKS, type InstallerIssued } from '@kenny/contract/web';

/** What the person at the PC sees behind the link, warnings first said here: each with its reason. */
@Component({
  selector: 'kenny-install-steps',
  imports: [RouterLink],
  template: `
    <ol>
      @if (warns()) {
        <li>
          <strong>The browser warns.</strong> Edge says “Your connection isn’t private”, Chrome
          “Your connection is not private”: press Advanced, then “Continue to {{ host() }} (unsafe)”
          or “Proceed to {{ host() }} (unsafe)”. Firefox says “Warning: Potential Security Risk
          Ahead”: press Advanced, then “Accept the Risk and Continue”.
          <span class="dim">
            Why: the certificate of this address is kenny’s own, which no browser knows. Go on only
            if the address begins with <code>{{ origin() }}/</code>, in a network that you trust;
            anywhere else a warning like this is a reason to stop.
          </span>
        </li>
      }
      @if (installer().os === 'windows') {
        <li>
          Press the download button on the page, choose “Extract all” in the menu of the file, and
          double-click <code>{{ setup }}</code> in the new folder.
        </li>
        <li>
          <strong>Windows may warn.</strong> “{{ asks.unknown }}”: {{ asks.details }}, then
          {{ asks.run }}.
          <span class="dim">
            Why: kenny’s program has no signature that Windows knows. Do it for this file only.
          </span>
        </li>
        <li>“{{ asks.admin }}”: Yes. The window ends with “kenny is running”.</li>
      } @else {
        <li>Copy the command on the page into a terminal.</li>
      }
    </ol>
    @if (warns()) {
      <p class="dim">
        <a routerLink="/settings/devices">Do it without the browser’s warning</a>: kenny then has a
        name with a certificate that browsers know.
      </p>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    ol {
      display: grid;
      gap: 8px;
      margin: 0 0 8px;
      padding-left: 24px;
      overflow-wrap: anywhere;
    }
    .dim {
      display: block;
    }
    p {
      margin: 0;
    }
  `,
})
export class InstallSteps {
  readonly installer = input.required<InstallerIssued>();
  protected readonly asks = WINDOWS_ASKS;
  protected readonly setup = PACKAGE_FILES.windowsInstaller;
  /** Its certificate is of an authority that the PC does not know. */
  protected readonly warns = computed(() => this.installer().authority !== null);
  protected readonly host = computed(() => new URL(this.installer().url).hostname);
  protected readonly origin = computed(() => new URL(this.installer().url).origin);
}
