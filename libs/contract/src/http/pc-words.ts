import { PC_CONTACT_LENGTH, PC_NOTES_LENGTH, PC_OWNER_LENGTH } from '../constants.js';
import { Optional, Text } from '../define/decorators.js';
import { PC_HELP_ID_LENGTH, PC_HELP_LINK_LENGTH } from '../help-link.js';

/** What people wrote about a PC. In a change, an empty text takes it away. */
export abstract class PcWords {
  /** Whose PC it is. */
  @Optional()
  @Text({ max: PC_OWNER_LENGTH })
  owner?: string;

  /** How they are reached: phone, mail or in words. */
  @Optional()
  @Text({ max: PC_CONTACT_LENGTH })
  contact?: string;

  /** What helpers should know; may have several lines. */
  @Optional()
  @Text({ max: PC_NOTES_LENGTH })
  notes?: string;

  /** What the link for remote help needs of this PC: a RustDesk ID, a node, an address. */
  @Optional()
  @Text({ max: PC_HELP_ID_LENGTH })
  help_id?: string;

  /** Opens remote help to this PC, in place of the server's link (`HELP_LINK_SCHEMES`). */
  @Optional()
  @Text({ max: PC_HELP_LINK_LENGTH })
  help_link?: string;
}
