import { OPERATING_SYSTEMS, type Os } from '../constants.js';
import {
  Bool,
  Field,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import { BUNDLE_LENGTH, DialsBody } from './network.js';

/** Installer links (design §4.1). Times are ISO 8601. */

export class InstallerBody extends DialsBody {
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

  /** The same page, and short enough to be typed (ADR 0075). */
  @Text({ max: 600 })
  short_url!: string;

  /** What to type on the PC. */
  @Text({ max: 1000 })
  command!: string;

  /** PEM of the authority of the certificate there; null where PCs know it by themselves. */
  @Nullable()
  @Text({ max: BUNDLE_LENGTH })
  authority!: string | null;

  @Text({ max: 40 })
  expires_at!: string;
}

/** How far the building of a package is. */
export class PackageProgress {
  @Whole({ min: 0, max: 99 })
  step!: number;

  /** Steps there are; 0 until the packaging program has said so. */
  @Whole({ min: 0, max: 99 })
  of!: number;

  /** The step in words. */
  @Text({ max: 100 })
  words!: string;
}

/** What the PCs of a system are installed from, and whether this server can build it (ADR 0074). */
export class PackageView {
  @OneOf(OPERATING_SYSTEMS)
  os!: Os;

  @Bool()
  ready!: boolean;

  /** True where `POST /api/server/packages/{os}` builds it. */
  @Bool()
  can_build!: boolean;

  /** While it is being built. */
  @Nullable()
  @Nested(() => PackageProgress)
  build!: PackageProgress | null;

  /** Why there is none, or why building it failed, and what to do. */
  @Nullable()
  @Text({ max: 500 })
  trouble!: string | null;

  /** What an admin has to know about the package that was built last, as where its release key is. */
  @TextList({ max: 8, length: 300 })
  notes!: string[];
}

/** Answer of `GET /api/server/packages`. */
export class PackageList {
  @ListOf(() => PackageView, OPERATING_SYSTEMS.length)
  items!: PackageView[];
}
