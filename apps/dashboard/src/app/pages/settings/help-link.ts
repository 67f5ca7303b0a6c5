import { Component, computed, effect, type ElementRef, inject, viewChild } from '@angular/core';
import { Router } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { ResourceStateNote } from '../../ui/resource-state';
import { HELP_LINK_FIELD } from '../navigation';
import { HelpProgramForm } from './help-program-form';
import { choiceOf, HELP_PROGRAMS } from './help-programs';

/** The link that opens remote help, for every PC that has none of its own. */
@Component({
  selector: 'kenny-help-link',
  imports: [ErrorNote, HelpProgramForm, ResourceStateNote],
  template: `
    <details class="fold" #fold>
      <summary>
        <strong>Remote help</strong> <span class="dim"> · {{ summary() }}</span>
      </summary>
      @if (kept.value(); as view) {
        <div class="panel">
          <p>
            Do you help with RustDesk or another such program? Then <em>Help remotely</em> on a PC’s
            page opens it on your computer. The first time, it asks there for the number that the
            program shows on that PC.
          </p>
          <kenny-help-program-form
            [kept]="view.link ?? ''"
            [busy]="saving.busy()"
            (save)="save($event)"
          />
        </div>
      }
      @if (saving.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <kenny-resource-state [of]="kept" />
    </details>
  `,
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    p {
      margin: 0;
    }
    .panel {
      display: grid;
      gap: 12px;
      padding: 14px 16px;
    }
  `,
})
export class HelpLink {
  private readonly api = inject(ApiClient);
  protected readonly kept = apiResource({ loader: () => this.api.helpLink() });
  protected readonly summary = computed(() => {
    const { program } = choiceOf(this.kept.value()?.link ?? '');
    return HELP_PROGRAMS.find(({ key }) => key === program)?.name ?? '';
  });
  protected readonly saving = new Mutation();
  private readonly fold = viewChild.required<ElementRef<HTMLDetailsElement>>('fold');

  constructor() {
    const router = inject(Router);
    // Whoever comes from a PC comes for this choice.
    effect(() => {
      const { fragment } = router.parseUrl(router.url);
      if (fragment !== HELP_LINK_FIELD.fragment || !this.kept.ready()) return;
      const { nativeElement } = this.fold();
      nativeElement.open = true;
      nativeElement.querySelector('summary')?.focus();
    });
  }

  protected save(link: string): Promise<void> {
    return this.saving.run(async () => {
      await this.api.setHelpLink({ link });
      this.kept.reload();
    });
  }
}
