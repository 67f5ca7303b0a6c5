import { OPERATING_SYSTEMS, type Os } from '../constants.js';
import { Field, OneOf, Text } from '../define/decorators.js';

/** Installer links (design §4.1). Times are ISO 8601. */

export class InstallerBody {
  /** What runs on the PC. */
  @OneOf(OPERATING_SYSTEMS)
  @Field({ label: 'System of the PC' })
  os!: Os;
}

/** Answer of `POST /api/agents/{id}/installer`; the link is shown here and never again. */
export class InstallerIssued {
  @Text({ max: 64 })
  agent_id!: string;

  @OneOf(OPERATING_SYSTEMS)
  os!: Os;

  /** A page that says what to do; it works until a PC has enrolled with it, or `expires_at`. */
  @Text({ max: 600 })
  url!: string;

  /** What to type on the PC. */
  @Text({ max: 1000 })
  command!: string;

  @Text({ max: 40 })
  expires_at!: string;
}
