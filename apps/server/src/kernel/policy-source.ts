import type { PolicyRule } from '@kenny/contract';

/** Port: the operators' extra deny rules as they stand now, for the `policy` frame (seed 000). */
export abstract class PolicySource {
  abstract rules(): readonly PolicyRule[];
}
