import type { MailSecurity } from '@kenny/contract/web';

/** Where a mail service takes the mail of its users. */
export interface MailService {
  readonly name: string;
  /** What stands behind the @. */
  readonly domains: readonly string[];
  readonly host: string;
  readonly security: MailSecurity;
  /** Which password it takes. */
  readonly password: string;
  /** It takes none from a program. */
  readonly refuses?: true;
}

const TLS = { security: 'tls' } as const;
const STARTTLS = { security: 'starttls' } as const;
const ALLOWED_FIRST =
  'first allow POP3 and IMAP in its settings. With two-factor login, make an app password there.';

/** As the help pages of these services say. */
export const MAIL_SERVICES: readonly MailService[] = [
  {
    ...{ name: 'Gmail', domains: ['gmail.com', 'googlemail.com'], host: 'smtp.gmail.com', ...TLS },
    password:
      'An app password, made in your Google account (it needs 2-Step Verification). The normal one is refused.',
  },
  {
    ...{ name: 'Outlook, Hotmail', host: 'smtp-mail.outlook.com', ...STARTTLS, refuses: true },
    domains: ['outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'live.de'],
    password:
      'Since 2024 Microsoft takes no password from programs for private accounts, so kenny cannot send from one. Choose another provider: alerts may still go to your Outlook address.',
  },
  {
    ...{ name: 'GMX', domains: ['gmx.net', 'gmx.de', 'gmx.at'], host: 'mail.gmx.net' },
    ...{ ...TLS, password: `Your GMX password; ${ALLOWED_FIRST}` },
  },
  {
    ...{ name: 'WEB.DE', domains: ['web.de'], host: 'smtp.web.de', ...STARTTLS },
    password: `Your WEB.DE password; ${ALLOWED_FIRST}`,
  },
  {
    ...{ name: 'iCloud', domains: ['icloud.com', 'me.com', 'mac.com'], host: 'smtp.mail.me.com' },
    ...STARTTLS,
    password: 'An app-specific password, made at account.apple.com. The normal one is refused.',
  },
  {
    ...{ name: 'Posteo', domains: ['posteo.de', 'posteo.net'], host: 'posteo.de', ...TLS },
    password: 'Your Posteo password.',
  },
  {
    ...{ name: 'T-Online', domains: ['t-online.de'], host: 'securesmtp.t-online.de', ...TLS },
    password: 'The password for mail programs, not the one that you log in with.',
  },
  {
    ...{ name: 'Yahoo', domains: ['yahoo.com'], host: 'smtp.mail.yahoo.com', ...TLS },
    password:
      'An app password, made in the account’s security settings. The normal one is refused.',
  },
  {
    ...{ name: 'Fastmail', domains: ['fastmail.com'], host: 'smtp.fastmail.com', ...TLS },
    password: 'An app password, made in its settings. The normal one is refused.',
  },
  {
    ...{ name: 'mailbox.org', domains: ['mailbox.org'], host: 'smtp.mailbox.org', ...TLS },
    password: 'Your mailbox.org password, or an app password if you have made one.',
  },
];

/** Undefined for an address elsewhere, and for what is no address. */
export function mailServiceOf(address: string): MailService | undefined {
  const [, domain = ''] = /@([^@]+)$/.exec(address.trim().toLowerCase()) ?? [];
  return MAIL_SERVICES.find(({ domains }) => domains.includes(domain));
}

/** Of a channel that is there. */
export function mailServiceAt(host: string): MailService | undefined {
  return MAIL_SERVICES.find((service) => service.host === host.trim().toLowerCase());
}
