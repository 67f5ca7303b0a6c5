/** Input filters of the kernel, whatever tool printed them. */

export type Family = 'ipv4' | 'ipv6';

export type Verdict = 'accept' | 'refuse' | 'return' | 'nothing' | { to: string };

export interface Rule {
  /** Applies to some packets only: by address, port, interface or state. */
  conditional: boolean;
  verdict: Verdict;
}

/** A base chain for packets to this PC. */
export interface InputChain {
  name: string;
  families: readonly Family[];
  /** The chain's policy. */
  refusesByPolicy: boolean;
}

export interface RuleSet {
  inputs: InputChain[];
  chains: Map<string, Rule[]>;
}

/**
 * `closed`: refuses whatever is not allowed. `partly`: refuses some (a ban list). `open`: refuses
 * nothing.
 */
export type Protection = 'closed' | 'partly' | 'open';

/** A packet must get through every chain, so one closed chain is enough. */
export function protectionOf(rules: RuleSet, family: Family): Protection {
  const inputs = rules.inputs.filter(({ families }) => families.includes(family));
  const walk = new Walk(rules.chains);
  const ends = inputs.map(({ name, refusesByPolicy }) => {
    const end = walk.endOf(name);
    return end === 'refused' || (end === 'undecided' && refusesByPolicy);
  });
  if (ends.includes(true)) return 'closed';
  return inputs.some(({ name }) => walk.refusesAnything(name)) ? 'partly' : 'open';
}

/** Fate of a packet that matches no condition. */
type End = 'accepted' | 'refused' | 'undecided';

/** Each chain is evaluated once: linear in the number of rules, even with a loop. */
class Walk {
  private readonly ends = new Map<string, End>();

  constructor(private readonly chains: ReadonlyMap<string, readonly Rule[]>) {}

  endOf(chain: string): End {
    const known = this.ends.get(chain);
    if (known) return known;
    this.ends.set(chain, 'undecided'); // the kernel has no loops; a text may
    const end = this.walk(chain);
    this.ends.set(chain, end);
    return end;
  }

  refusesAnything(chain: string): boolean {
    const left = [chain];
    const seen = new Set(left);
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      for (const { verdict } of this.chains.get(next) ?? []) {
        if (verdict === 'refuse') return true;
        if (typeof verdict === 'string' || seen.has(verdict.to)) continue;
        seen.add(verdict.to);
        left.push(verdict.to);
      }
    }
    return false;
  }

  private walk(chain: string): End {
    for (const { conditional, verdict } of this.chains.get(chain) ?? []) {
      if (conditional || verdict === 'nothing') continue;
      if (verdict === 'return') return 'undecided';
      if (verdict === 'accept') return 'accepted';
      if (verdict === 'refuse') return 'refused';
      const end = this.endOf(verdict.to);
      if (end !== 'undecided') return end;
    }
    return 'undecided';
  }
}
