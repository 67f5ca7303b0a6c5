import { Bool, Field, Nullable, Text } from '../define/decorators.js';
import type { Lookup } from '../define/lookup.js';

/** Ids that winget can take as one argument and never reads as an option (design §6). */
export const WINGET_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._+-]{0,127}$';

export function WingetId(lookup: Lookup): PropertyDecorator {
  const text = Text({ pattern: WINGET_ID_PATTERN, max: 128 });
  const field = Field({ label: 'Package id', example: 'Mozilla.Firefox', lookup });
  return (target, key) => {
    field(target, key);
    text(target, key);
  };
}

export class WingetPackage {
  @Text({ max: 512 })
  name!: string;

  @Text({ max: 128 })
  version!: string;

  /** The newer version that could be installed. */
  @Nullable()
  @Text({ max: 128 })
  available!: string | null;

  /** Last: for people its name comes first. */
  @Text({ max: 512 })
  id!: string;
}

/** How a change through winget ended, with winget's own words. */
export class WingetResult {
  @Bool()
  ok!: boolean;

  @Text({ max: 4_000_000 })
  log!: string;
}
