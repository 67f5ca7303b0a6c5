import type { GuardGroup, OperatorRuleGroup } from '@kenny/contract/agent';
import { builtInRules } from './built-in.js';
import type { NamedRule } from './compiled-rules.js';
import { canonical } from './normalise/canonical.js';
import { POSIX, WINDOWS, type Dialect } from './normalise/dialects.js';
import { secretRead } from './reads/secret-reads.js';

/** A family of shells: how it spells a command line, and the groups of rules that meet its texts. */
export interface Shell {
  readonly dialect: Dialect;
  readonly groups: readonly OperatorRuleGroup[];
}

/** The shells that have a group of rules of their own. */
export const SHELLS: Readonly<Record<'powershell' | 'posix', Shell>> = {
  powershell: { dialect: WINDOWS, groups: ['powershell', 'self_protection'] },
  posix: { dialect: POSIX, groups: ['posix', 'self_protection'] },
};

type Found = readonly (NamedRule | undefined)[];

/**
 * A text that a shell may run, for one call. Several groups of rules read it: it is rewritten once
 * for each shell, and each form of it is judged once for all groups.
 */
export class ShellText {
  private readonly forms = new Map<Shell, string | undefined>();
  private readonly found = new Map<Shell, Map<string, Found>>();

  private readonly secrets = new Map<Shell, NamedRule | undefined>();

  constructor(readonly text: string) {}

  /** Its canonical form; undefined when that could not be finished. */
  formFor(shell: Shell): string | undefined {
    if (!this.forms.has(shell)) {
      const { text, complete } = canonical(this.text, shell.dialect);
      this.forms.set(shell, complete ? text : undefined);
    }
    return this.forms.get(shell);
  }

  /** The rule of a protected file that a form of the text reads. */
  secretRead(group: GuardGroup, form: string, shell: Shell): NamedRule | undefined {
    // After the rules that name what is ours.
    if (group !== 'self_protection') return undefined;
    if (!this.secrets.has(shell)) this.secrets.set(shell, secretRead(form));
    return this.secrets.get(shell);
  }

  /** A built-in rule of the group that a form of the text breaks. */
  find(group: GuardGroup, form: string, shell: Shell): NamedRule | undefined {
    let forms = this.found.get(shell);
    if (!forms) this.found.set(shell, (forms = new Map<string, Found>()));
    let found = forms.get(form);
    if (!found) {
      found = builtInRules(...shell.groups).findEach(form);
      forms.set(form, found);
    }
    return found[shell.groups.findIndex((name) => name === group)];
  }
}
