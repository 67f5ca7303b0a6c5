/** A part of how somebody is reached; `href` only where the text is a number or an address. */
export interface ContactPart {
  readonly text: string;
  readonly href: string | null;
}

const PHONE = /^\+?\d[\d ()/.-]{4,24}$/;
const MAIL = /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,6}$/;

/** Parts are set apart by commas or semicolons; a link is made of what the pattern let through. */
export function contactParts(contact: string): ContactPart[] {
  return contact
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((text) => ({ text, href: linkTo(text) }));
}

/** The mail address among them, for what is sent there; the first of several. */
export function contactMail(contact: string): string | undefined {
  return contactParts(contact).find(({ text }) => MAIL.test(text))?.text;
}

function linkTo(text: string): string | null {
  if (PHONE.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  return MAIL.test(text) ? `mailto:${text}` : null;
}
