/** `ask`: what it asks for is put to a person; `deny`: it is refused. */
export type ModePolicy = 'ask' | 'deny';

export interface SessionMode {
  readonly id: string;
  readonly name: string;
}
export interface SessionModes {
  readonly currentModeId: string;
  readonly available: readonly SessionMode[];
}

/** A choice that an agent offers, such as its model or its mode. */
export interface ConfigOption {
  readonly id: string;
  readonly name: string;
  /** `mode`, `model`, `thought_level` or the agent's own. */
  readonly category?: string;
  readonly type: 'select' | 'boolean' | 'other';
  readonly currentValue: string | boolean | null;
  readonly values: readonly { readonly value: string; readonly name: string }[];
}

export interface ChosenMode {
  /** Null: the agent offers no modes. */
  readonly modeId: string | null;
  /** It was told to change; false: it was in that mode already. */
  readonly changed: boolean;
}
