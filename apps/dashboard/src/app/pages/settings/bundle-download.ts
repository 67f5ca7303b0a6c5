import { Component, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { CLAUDE_DESKTOP_FILE } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { saveFile } from '../../core/http/save-as';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';

/** Saves the file that adds this server to Claude Desktop. */
@Component({
  selector: 'kenny-bundle-download',
  imports: [ErrorNote, Icon, MatButton],
  template: `
    <p>
      <button type="button" matButton="filled" [disabled]="saving.busy()" (click)="save()">
        <kenny-icon matButtonIcon name="download" />Download
      </button>
      <span class="dim">{{ name }}</span>
    </p>
    @if (saving.error(); as fault) {
      <kenny-error [error]="fault" />
    }
  `,
  styles: `
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      margin: 0;
    }
  `,
})
export class BundleDownload {
  private readonly api = inject(ApiClient);
  protected readonly name = CLAUDE_DESKTOP_FILE;
  protected readonly saving = new Mutation();

  /** The page fetches it: of a download that fails, the browser tells nobody why. */
  protected save(): Promise<void> {
    return this.saving.run(async () => saveFile(await this.api.claudeDesktopFile(), this.name));
  }
}
