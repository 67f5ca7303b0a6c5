import { Component, computed, inject, input, linkedSignal, output } from '@angular/core';
import { MatAnchor, MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import {
  helpLinkOf,
  PC_HELP_ID_LENGTH,
  type CatalogTool,
  type FleetAgent,
  type HelpLinkView,
} from '@kenny/contract/web';
import { fieldsOf } from '../../core/forms/field-shape';
import { ApiClient } from '../../core/http/api-client';
import type { ApiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { deviceWords } from '../../core/session/browser-words';
import { Session } from '../../core/session/session';
import { AskToRun } from '../../ui/ask-to-run';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { HELP_LINK_FIELD } from '../navigation';
import { HelpProgramForm } from '../settings/help-program-form';
import { choiceOf, RUSTDESK } from '../settings/help-programs';
import { obstacle, toolsFor } from './tools/tool-words';

/** Remote help with a program that people chose: set up once, then one press. */
@Component({
  selector: 'kenny-pc-help-program',
  imports: [
    CopyButton,
    ErrorNote,
    HelpProgramForm,
    MatAnchor,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './pc-help-program.html',
  styleUrls: ['../../ui/form.css', './pc-help.css'],
})
export class PcHelpProgram {
  private readonly api = inject(ApiClient);
  private readonly askToRun = inject(AskToRun);
  readonly pc = input.required<FleetAgent>();
  readonly tools = input.required<readonly CatalogTool[]>();
  /** The program for all PCs. */
  readonly server = input.required<ApiResource<HelpLinkView>>();
  /** Of the program that was chosen, if one was. */
  readonly link = input<string>();
  /** Nothing that works at once stands above it. */
  readonly main = input(true);
  /** Its link or number was set. */
  readonly changed = output<void>();

  protected readonly rustdesk = RUSTDESK;
  protected readonly field = HELP_LINK_FIELD;
  protected readonly device = deviceWords(navigator.userAgent);
  protected readonly longest = PC_HELP_ID_LENGTH;
  protected readonly isAdmin = inject(Session).reaches('admin');
  protected readonly program = computed(() => choiceOf(this.link() ?? '').program);
  protected readonly named = computed(() => {
    if (this.program() === 'rustdesk') return 'RustDesk';
    return this.program() === 'meshcentral' ? 'MeshCentral' : 'your program';
  });
  /** As the program calls it. */
  protected readonly idName = computed(() => {
    if (this.program() === 'rustdesk') return 'RustDesk ID';
    return this.program() === 'meshcentral' ? 'Node ID' : 'Number';
  });
  protected readonly url = computed(() => {
    const { agent_id: id, help_id } = this.pc();
    return helpLinkOf(this.link() ?? '', { id, ...(help_id && { help_id }) });
  });
  /** A page stays beside this one; all else is opened by a program. */
  protected readonly isPage = computed(() => this.url()?.startsWith('https:') ?? false);
  protected readonly changing = linkedSignal({
    source: () => this.pc().agent_id,
    computation: () => false,
  });
  protected readonly typed = linkedSignal(() => this.pc().help_id ?? '');
  protected readonly saving = new Mutation();
  protected readonly asking = new Mutation();
  /** The one whose program is searched for among all that there are. */
  private readonly installer = computed(() =>
    toolsFor(this.tools(), this.pc()).find(({ args }) =>
      fieldsOf(args).some(({ name, lookup }) => name === 'id' && lookup?.query !== undefined),
    ),
  );
  protected readonly installs = computed(() => this.installer() !== undefined);
  protected readonly obstacle = computed(() => {
    const tool = this.installer();
    return tool ? obstacle(tool, this.pc()) : null;
  });

  /** An admin chooses for all PCs; anybody else for the one that they may change. */
  protected choose(link: string): Promise<void> {
    return this.saving.run(async () => {
      if (this.isAdmin) {
        await this.api.setHelpLink({ link });
        this.server().reload();
      } else {
        await this.api.changeAgent(this.pc().agent_id, { help_link: link });
        this.changed.emit();
      }
    });
  }

  protected async saveId(event: Event): Promise<void> {
    event.preventDefault();
    // RustDesk shows its number in groups, and opens it without.
    const blanks = this.program() === 'rustdesk' ? /\s+/g : /^\s+|\s+$/g;
    const help_id = this.typed().replace(blanks, '');
    if (help_id === '' || this.saving.busy()) return;
    await this.saving.run(async () => {
      await this.api.changeAgent(this.pc().agent_id, { help_id });
      this.changing.set(false);
      this.changed.emit();
    });
  }

  protected async install(): Promise<void> {
    const tool = this.installer()?.name;
    if (tool === undefined) return;
    await this.askToRun.ask(this.asking, {
      ...{ tool, agent_id: this.pc().agent_id, args: { id: RUSTDESK.winget } },
      reason: 'Remote help with RustDesk',
    });
  }
}
