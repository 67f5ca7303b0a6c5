import type { MailSecurity } from '@kenny/contract/web';

/** Where a mail service takes the mail of its users. */
export interface MailService {
  readonly host: string;
  readonly security: MailSecurity;
  /** The password of the account itself is refused. */
  readonly appPassword?: true;
}

const TLS = { security: 'tls' } as const;
const APP_PASSWORD = { appPassword: true } as const;

/** By what stands behind the @, as the help pages of these services say. */
const SERVICES: Readonly<Record<string, MailService>> = {
  'gmail.com': { host: 'smtp.gmail.com', ...TLS, ...APP_PASSWORD },
  'googlemail.com': { host: 'smtp.gmail.com', ...TLS, ...APP_PASSWORD },
  'icloud.com': { host: 'smtp.mail.me.com', security: 'starttls', ...APP_PASSWORD },
  'me.com': { host: 'smtp.mail.me.com', security: 'starttls', ...APP_PASSWORD },
  'yahoo.com': { host: 'smtp.mail.yahoo.com', ...TLS, ...APP_PASSWORD },
  'fastmail.com': { host: 'smtp.fastmail.com', ...TLS, ...APP_PASSWORD },
  'gmx.net': { host: 'mail.gmx.net', ...TLS },
  'gmx.de': { host: 'mail.gmx.net', ...TLS },
  'gmx.at': { host: 'mail.gmx.net', ...TLS },
  'web.de': { host: 'smtp.web.de', ...TLS },
  't-online.de': { host: 'securesmtp.t-online.de', ...TLS },
  'mailbox.org': { host: 'smtp.mailbox.org', ...TLS },
  'posteo.de': { host: 'posteo.de', ...TLS },
};

/** Undefined for an address elsewhere, and for what is no address. */
export function mailServiceOf(address: string): MailService | undefined {
  const [, domain = ''] = /@([^@]+)$/.exec(address.trim().toLowerCase()) ?? [];
  return Object.hasOwn(SERVICES, domain) ? SERVICES[domain] : undefined;
}
