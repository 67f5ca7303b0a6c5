import { Component, computed, input, linkedSignal, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { helpLinkOf, helpLinkTrouble, PC_HELP_LINK_LENGTH } from '@kenny/contract/web';
import { FIELD_LOOK } from '../../ui/field-look';
import { choiceOf, HELP_ID, HELP_PROGRAMS, ID, linkOf, type HelpProgram } from './help-programs';

const EXAMPLE_NUMBER = '123456789';
const EXAMPLE_LINK = `rustdesk://${HELP_ID}`;

/** Which program opens remote help; whoever shows it keeps the link. */
@Component({
  selector: 'kenny-help-program-form',
  imports: [MatButton, MatFormField, MatHint, MatInput, MatLabel, MatRadioButton, MatRadioGroup],
  providers: [FIELD_LOOK],
  template: `
    <form aria-label="Remote help" (submit)="send($event)">
      <mat-radio-group
        class="choice"
        aria-label="With which program?"
        [value]="program()"
        (change)="choose($event.value)"
      >
        @for (one of programs(); track one.key) {
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
      }
      <div class="acts">
        <span class="dim" role="status">{{ isSame() && link() !== '' ? 'Saved.' : '' }}</span>
        <button
          type="submit"
          [matButton]="main() ? 'filled' : 'outlined'"
          [disabled]="!usable() || busy()"
        >
          {{ act() }}
        </button>
      </div>
    </form>
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    :host {
      display: block;
    }
    form {
      display: grid;
      gap: 12px;
    }
    p {
      margin: 0;
    }
  `,
})
export class HelpProgramForm {
  /** As it is kept; empty: none. */
  readonly kept = input.required<string>();
  /** Where there is none to take away, the first is chosen. */
  readonly withNone = input(true);
  readonly act = input('Save');
  /** The one to press where it stands. */
  readonly main = input(false);
  readonly busy = input(false);
  readonly save = output<string>();

  protected readonly programs = computed(() =>
    HELP_PROGRAMS.filter(({ key }) => key !== 'none' || this.withNone()),
  );
  protected readonly program = linkedSignal<HelpProgram>(() =>
    this.kept() === '' ? (this.programs()[0]?.key ?? 'none') : choiceOf(this.kept()).program,
  );
  protected readonly address = linkedSignal(() => choiceOf(this.kept()).address);
  /** For another program. */
  protected readonly written = linkedSignal(() => this.kept());
  protected readonly link = computed(() =>
    linkOf(this.program(), this.address(), this.written()).trim(),
  );
  protected readonly longest = PC_HELP_LINK_LENGTH;
  protected readonly id = ID;
  protected readonly helpId = HELP_ID;
  /** What the link is for one PC. */
  protected readonly opened = computed(() => {
    const link = this.link() || EXAMPLE_LINK;
    return helpLinkOf(link, { id: 'mum-laptop', help_id: EXAMPLE_NUMBER }) ?? link;
  });
  protected readonly isSame = computed(() => this.link() === this.kept());
  /** An address that is not there yet is no trouble. */
  protected readonly trouble = computed(() =>
    this.link() === '' ? undefined : helpLinkTrouble(this.link()),
  );
  protected readonly usable = computed(() => {
    const isLacking = this.program() !== 'none' && this.link() === '';
    return this.trouble() === undefined && !isLacking && !this.isSame();
  });

  /** Another program begins with the link that there was. */
  protected choose(program: HelpProgram): void {
    if (program === 'other') this.written.set(this.link());
    this.program.set(program);
  }

  protected send(event: Event): void {
    event.preventDefault();
    if (this.usable() && !this.busy()) this.save.emit(this.link());
  }
}
