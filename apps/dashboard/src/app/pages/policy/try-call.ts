import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { CatalogToolView, PolicyVerdict, VerdictForm } from '@kenny/contract/web';
import { CatalogStore } from '../../core/facts/catalog-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { fieldsOf, type FieldShape } from '../../core/forms/field-shape';
import { outcomeOf, type FieldValues } from '../../core/forms/field-value';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { exampleFor, mainSystem, runsCommands } from './try-examples';

const FORM_WORDS: Readonly<Record<VerdictForm, string>> = {
  written: 'Matched the text as typed.',
  plain: 'Matched the text only as a shell would read it, with its disguise removed.',
};

/** Whether a rule would block a call; nothing is sent to a PC. */
@Component({
  selector: 'kenny-try-call',
  imports: [
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    ResourceStateNote,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './try-call.html',
  styleUrls: ['../../ui/form.css', './policy.css'],
})
export class TryCall {
  private readonly api = inject(ApiClient);
  protected readonly catalog = inject(CatalogStore).ask();
  protected readonly formWords = FORM_WORDS;
  /** Only calls of tools whose arguments a rule reads can be refused. */
  protected readonly tools = computed(
    () => this.catalog.value()?.tools.filter(({ guards }) => Object.keys(guards).length > 0) ?? [],
  );
  /** What somebody has in mind first is a command that they read somewhere. */
  protected readonly groups = computed(() => {
    const isCommand = (tool: CatalogToolView) => exampleFor(tool) !== undefined;
    return [
      { label: 'Commands', tools: this.tools().filter(isCommand) },
      { label: 'Other tools', tools: this.tools().filter((tool) => !isCommand(tool)) },
    ].filter(({ tools }) => tools.length > 0);
  });
  private readonly fleet = inject(FleetStore);
  private readonly system = computed(() => mainSystem(this.fleet.agents()));
  private readonly first = computed(() => {
    const system = this.system();
    const usual = system && this.tools().find((tool) => runsCommands(tool, system));
    return usual ?? this.tools().find(({ effect }) => effect === 'change') ?? this.tools()[0];
  });
  private readonly chosen = signal<string | null>(null);
  /** For most of the PCs, until somebody chooses. */
  protected readonly tool = computed(() => this.chosen() ?? this.first()?.name ?? '');
  private readonly current = computed(() => this.tools().find(({ name }) => name === this.tool()));
  protected readonly example = computed(() => {
    const tool = this.current();
    return tool && exampleFor(tool);
  });
  protected readonly changes = computed(() => this.current()?.effect === 'change');
  protected readonly fields = computed<readonly FieldShape[]>(() => {
    const tool = this.current();
    if (!tool) return [];
    const read = Object.values(tool.guards).flat();
    return fieldsOf(tool.args).filter(
      ({ name, kind, required }) => kind !== 'choices' && (required || read.includes(name)),
    );
  });
  protected readonly values = linkedSignal<string, FieldValues>({
    source: this.tool,
    computation: () => ({}),
  });
  protected readonly faults = signal<Readonly<Record<string, string>>>({});
  protected readonly verdict = signal<PolicyVerdict | null>(null);
  protected readonly judging = new Mutation();

  protected choose(tool: string): void {
    this.chosen.set(tool);
    this.forget();
  }

  protected fill(values: FieldValues): void {
    this.values.set(values);
    this.forget();
  }

  protected valueOf(name: string): string {
    const value = this.values()[name];
    return typeof value === 'string' ? value : '';
  }

  protected change(name: string, value: string): void {
    this.chosen.set(this.tool());
    this.values.update((values) => ({ ...values, [name]: value }));
    this.forget();
  }

  protected async judge(event: Event): Promise<void> {
    event.preventDefault();
    const outcome = outcomeOf(this.fields(), this.values());
    if (outcome.faults) return this.faults.set(outcome.faults);
    const call = { tool: this.tool(), args: outcome.args };
    await this.judging.run(async () => this.verdict.set(await this.api.tryPolicy(call)));
  }

  /** A verdict is about exactly what was tried. */
  private forget(): void {
    this.verdict.set(null);
    this.judging.clear();
    this.faults.set({});
  }
}
