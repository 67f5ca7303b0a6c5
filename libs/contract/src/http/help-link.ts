import { PC_HELP_LINK_LENGTH } from '../help-link.js';
import { Field, Nullable, Text } from '../define/decorators.js';

/** Answer of `/api/server/help-link`: the link for PCs that have none of their own. */
export class HelpLinkView {
  @Nullable()
  @Text({ max: PC_HELP_LINK_LENGTH })
  link!: string | null;
}

/** `PUT /api/server/help-link`. */
export class HelpLinkBody {
  /** Empty: there is none. */
  @Text({ max: PC_HELP_LINK_LENGTH })
  @Field({ label: 'Link' })
  link!: string;
}
