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
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { Router } from '@angular/router';
import { helpLinkOf, helpLinkTrouble, PC_HELP_LINK_LENGTH } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { HELP_LINK_FIELD } from '../navigation';
import { choiceOf, HELP_ID, HELP_PROGRAMS, ID, linkOf, type HelpProgram } from './help-programs';

const EXAMPLE_NUMBER = '123456789';
const EXAMPLE_LINK = `rustdesk://${HELP_ID}`;

/** The link that opens remote help, for every PC that has none of its own. */
@Component({
  selector: 'kenny-help-link',
  imports: [
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
    ResourceStateNote,
  ],
  providers: [FIELD_LOOK],
  template: `
    <details class="fold" #fold>
      <summary>
        <strong>Remote help</strong> <span class="dim"> · {{ summary() }}</span>
      </summary>
      @if (kept.ready()) {
        <form class="panel" aria-label="Remote help" (submit)="save($event)">
          <p>
            Do you help with RustDesk or another such program? Then <em>Help remotely</em> on a PC’s
            page opens it on your computer, with the number of that PC.
          </p>
          <mat-radio-group
            class="choice"
            aria-label="With which program?"
            [value]="program()"
            (change)="choose($event.value)"
          >
            @for (one of programs; track one.key) {
              <mat-radio-button [value]="one.key">{{ one.name }}</mat-radio-button>
            }
          </mat-radio-group>
          @if (program() === 'meshcentral') {
            <mat-form-field>
              <mat-label>Address of your MeshCentral</mat-label>
              <input
                #mesh
                matInput
                type="url"
                autocomplete="off"
                spellcheck="false"
                placeholder="https://mesh.example.org"
                [value]="address()"
                (input)="address.set(mesh.value)"
              />
            </mat-form-field>
          }
          @if (program() === 'other') {
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
                [value]="written()"
                (input)="written.set(text.value)"
              />
              <mat-hint id="help-link-hint">
                <span
                  >For each PC, {{ helpId }} becomes its number, and {{ id }} its ID in kenny:
                  <code class="mono">{{ opened() }}</code></span
                >
              </mat-hint>
            </mat-form-field>
          }
          @if (trouble(); as told) {
            <p class="bad" role="alert">Not saved. The link {{ told }}.</p>
          } @else if (program() !== 'none') {
            <p class="dim">
              Then open each PC, press <em>Edit details</em> and write the number that the program
              shows there as <em>Remote help ID</em>.
            </p>
          }
          <div class="acts">
            <span class="dim" role="status">{{ isSame() && link() !== '' ? 'Saved.' : '' }}</span>
            <button type="submit" matButton="outlined" [disabled]="!usable() || saving.busy()">
              Save
            </button>
          </div>
        </form>
      }
      @if (saving.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <kenny-resource-state [of]="kept" />
    </details>
  `,
  styleUrls: ['../../ui/headed-rows.css', '../../ui/form.css', './rows.css'],
  styles: `
    p {
      margin: 0;
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
  protected readonly programs = HELP_PROGRAMS;
  protected readonly program = linkedSignal(() => choiceOf(this.kept.value()?.link ?? '').program);
  protected readonly address = linkedSignal(() => choiceOf(this.kept.value()?.link ?? '').address);
  /** For another program. */
  protected readonly written = linkedSignal(() => this.kept.value()?.link ?? '');
  protected readonly link = computed(() => linkOf(this.program(), this.address(), this.written()));
  protected readonly summary = computed(() => {
    const { program } = choiceOf(this.kept.value()?.link ?? '');
    return HELP_PROGRAMS.find(({ key }) => key === program)?.name ?? '';
  });
  protected readonly saving = new Mutation();
  protected readonly longest = PC_HELP_LINK_LENGTH;
  protected readonly id = ID;
  protected readonly helpId = HELP_ID;
  /** What the link is for one PC. */
  protected readonly opened = computed(() => {
    const link = this.link().trim() || EXAMPLE_LINK;
    return helpLinkOf(link, { id: 'mum-laptop', help_id: EXAMPLE_NUMBER }) ?? link;
  });
  protected readonly isSame = computed(
    () => this.link().trim() === (this.kept.value()?.link ?? ''),
  );
  protected readonly trouble = computed(() => {
    const link = this.link().trim();
    return link === '' ? undefined : helpLinkTrouble(link);
  });

  /** An address that is not there yet is no trouble. */
  protected readonly usable = computed(() => {
    const isLacking = this.program() === 'meshcentral' && this.link() === '';
    return this.trouble() === undefined && !isLacking && !this.isSame();
  });

  private readonly fold = viewChild.required<ElementRef<HTMLDetailsElement>>('fold');

  constructor() {
    const router = inject(Router);
    // Whoever comes from a PC without a link comes for this choice.
    effect(() => {
      const { fragment } = router.parseUrl(router.url);
      if (fragment !== HELP_LINK_FIELD.fragment || !this.kept.ready()) return;
      const { nativeElement } = this.fold();
      nativeElement.open = true;
      nativeElement.querySelector('summary')?.focus();
    });
  }

  /** Another program begins with the link that there was. */
  protected choose(program: HelpProgram): void {
    if (program === 'other') this.written.set(this.link());
    this.program.set(program);
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.usable() || this.saving.busy()) return;
    await this.saving.run(async () => {
      await this.api.setHelpLink({ link: this.link().trim() });
      this.kept.reload();
    });
  }
}
