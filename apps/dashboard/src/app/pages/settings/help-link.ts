import {
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  linkedSignal,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { Router } from '@angular/router';
import {
  HELP_LINK_BLANKS,
  helpLinkOf,
  helpLinkTrouble,
  PC_HELP_LINK_LENGTH,
} from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { HELP_LINK_FIELD } from '../navigation';

const [ID, HELP_ID] = HELP_LINK_BLANKS.map((one) => `{${one}}`);
const EXAMPLE_NUMBER = '123456789';
/** What each program's own handler takes. */
const EXAMPLES = [
  { name: 'RustDesk', link: `rustdesk://${HELP_ID}` },
  { name: 'AnyDesk', link: `anydesk://${HELP_ID}` },
  { name: 'MeshCentral', link: `https://mesh.example.org/?node=${HELP_ID}` },
] as const;

/** The link that opens remote help, for every PC that has none of its own. */
@Component({
  selector: 'kenny-help-link',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel, ResourceStateNote],
  providers: [FIELD_LOOK],
  template: `
    <section aria-labelledby="help-link-title">
      <div class="head"><h2 id="help-link-title">Remote help</h2></div>
      @if (kept.ready()) {
        <form class="panel" aria-label="Remote help" (submit)="save($event)">
          <p>
            Do you help with RustDesk or another such program? Then <em>Help remotely</em> on a PC’s
            page opens it, with the number of that PC.
          </p>
          <p class="examples">
            Which program?
            @for (one of examples; track one.name) {
              <button type="button" matButton="outlined" (click)="link.set(one.link)">
                {{ one.name }}
              </button>
            }
          </p>
          <mat-form-field>
            <mat-label>Link</mat-label>
            <input
              #text
              matInput
              class="mono"
              autocomplete="off"
              spellcheck="false"
              aria-describedby="help-link-hint"
              [attr.aria-invalid]="trouble() !== undefined"
              [maxLength]="longest"
              [value]="link()"
              (input)="link.set(text.value)"
            />
            <mat-hint id="help-link-hint">
              @if (trouble(); as told) {
                <span class="bad">Not saved. The link {{ told }}.</span>
              } @else {
                <span
                  >For each PC, kenny puts its number in place of {{ helpId }}: write that number
                  once as <em>Remote help ID</em> under <em>Edit details</em> of the PC. For a PC
                  with the number {{ number }}, this link opens
                  <code class="mono">{{ opened() }}</code>. ({{ id }} stands for the name that kenny
                  has for the PC.)</span
                >
              }
            </mat-hint>
          </mat-form-field>
          <div class="acts">
            <span class="dim" role="status">{{ isSame() && link() !== '' ? 'Saved.' : '' }}</span>
            <button
              type="submit"
              matButton="outlined"
              [disabled]="trouble() !== undefined || isSame() || saving.busy()"
            >
              Save
            </button>
          </div>
        </form>
      }
      @if (saving.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <kenny-resource-state [of]="kept" />
    </section>
  `,
  styleUrls: ['../../ui/headed-rows.css', '../../ui/form.css'],
  styles: `
    p {
      margin: 0;
    }
    .examples {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px 10px;
    }
    form {
      display: grid;
      gap: 12px;
      padding: 14px 16px;
    }
  `,
})
export class HelpLink {
  private readonly api = inject(ApiClient);
  protected readonly kept = apiResource({ loader: () => this.api.helpLink() });
  /** It has its height. */
  readonly drawn = computed(() => this.kept.ready() || this.kept.error() !== null);
  protected readonly link = linkedSignal(() => this.kept.value()?.link ?? '');
  protected readonly saving = new Mutation();
  protected readonly longest = PC_HELP_LINK_LENGTH;
  protected readonly examples = EXAMPLES;
  protected readonly id = ID;
  protected readonly helpId = HELP_ID;
  protected readonly number = EXAMPLE_NUMBER;
  /** What the link is for one PC. */
  protected readonly opened = computed(() => {
    const link = this.link().trim() || EXAMPLES[0].link;
    return helpLinkOf(link, { id: 'mum-laptop', help_id: EXAMPLE_NUMBER }) ?? link;
  });
  protected readonly isSame = computed(
    () => this.link().trim() === (this.kept.value()?.link ?? ''),
  );
  protected readonly trouble = computed(() => {
    const link = this.link().trim();
    return link === '' ? undefined : helpLinkTrouble(link);
  });

  private readonly field = viewChild<ElementRef<HTMLInputElement>>('text');

  constructor() {
    const router = inject(Router);
    // Whoever comes from a PC without a link comes for this field.
    effect(() => {
      const { fragment } = router.parseUrl(router.url);
      if (fragment === HELP_LINK_FIELD.fragment) this.field()?.nativeElement.focus();
    });
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.trouble() !== undefined || this.isSame() || this.saving.busy()) return;
    await this.saving.run(async () => {
      await this.api.setHelpLink({ link: this.link().trim() });
      this.kept.reload();
    });
  }
}
