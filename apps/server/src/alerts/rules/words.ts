import { ALERT_KINDS, approvalPagePath, requestTitle, sectionTitle } from '@kenny/contract';
import { DAY_MS, HOUR_MS, visibleText } from '@kenny/kernel';
import type { AlertSubject, NewAlert } from './alert.js';
import type { BurstNews } from './burst-rule.js';
import type { CheckNews } from './check-rule.js';
import type { ApprovalFact, BurstFact, CheckFact, PresenceFact } from './fact.js';

/** What people call a PC. */
export type Names = (subject: AlertSubject) => string;

const LONGEST = { name: 80, line: 300 } as const;

/** A line of others: visible, one line, short. */
export function plainLine(text: string, most: number = LONGEST.line): string {
  const line = visibleText(text, 'line').replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}

const pcPage = ({ agent_id }: AlertSubject): string => `/fleet/${encodeURIComponent(agent_id)}`;
const pcName = (subject: AlertSubject, names: Names): string =>
  plainLine(names(subject), LONGEST.name);

/** Checks of the server itself. */
const SERVER_CHECKS = {
  audit_log: { what: 'The audit log', page: '/audit' },
  backup: { what: 'The backup', page: '/settings/backups' },
  server_disk: { what: 'The server’s disk', page: '/settings/server' },
} as const;
const isOfServer = (kind: CheckFact['kind']): kind is keyof typeof SERVER_CHECKS =>
  Object.hasOwn(SERVER_CHECKS, kind);

export function checkWords(fact: CheckFact, news: CheckNews, names: Names): NewAlert {
  const { kind, subject, check } = fact;
  const { what, page } = isOfServer(kind)
    ? SERVER_CHECKS[kind]
    : {
        what: sectionTitle(check) ?? plainLine(check, LONGEST.name),
        page: subject ? pcPage(subject) : '/today',
      };
  const where = subject ? `${pcName(subject, names)}: ` : '';
  return {
    ...{ kind, subject, page, severity: news.severity, ends: news.what === 'better' },
    title: `${where}${what} ${statusWords(news)}`,
    text: linesOf(news.reason, news.what === 'better' ? '' : ALERT_KINDS[kind].help),
  };
}

function statusWords({ what, status }: CheckNews): string {
  if (what === 'changing') return 'keeps changing; you will be told once it is steady';
  if (status === 'ok') return 'is fine again';
  if (what === 'better') return 'is better, but needs a look';
  return status === 'crit' ? 'is critical' : 'needs a look';
}

/** @param before - hours that were told before; 0: it was here */
export function awayWords(
  { subject, hours, last_seen }: PresenceFact,
  before: number,
  names: Names,
  at: number,
): NewAlert {
  const name = pcName(subject, names);
  const base = { kind: 'pc_away', severity: 'warn', subject, page: pcPage(subject) } as const;
  if (hours === 0) {
    const range = { above: 0, upTo: before };
    return { ...base, ends: true, title: `${name} is back`, text: '', hours: range };
  }
  const ago = at - last_seen;
  const long =
    ago >= 2 * DAY_MS ? `${Math.floor(ago / DAY_MS)} days` : `${Math.floor(ago / HOUR_MS)} h`;
  return {
    ...{ ...base, ends: false, title: `${name} has been offline for ${long}` },
    text: linesOf(`Last contact: ${new Date(last_seen).toISOString()}`, ALERT_KINDS.pc_away.help),
    hours: { above: before, upTo: hours },
  };
}

export function approvalWords({ id, subject, by, ...asked }: ApprovalFact, names: Names): NewAlert {
  return {
    ...{ kind: 'approval_waiting', severity: 'warn', ends: false, subject },
    id: approvalAlertId(id),
    page: approvalPagePath(id),
    title: `${pcName(subject, names)}: ${plainLine(requestTitle(asked), LONGEST.name)} waits for approval`,
    text: linesOf(`Asked for by ${plainLine(by, LONGEST.name)}`, ALERT_KINDS.approval_waiting.help),
  };
}

/** The approval that a page is about. */
export function approvalIn(page: string): string | undefined {
  const part = /^\/approvals\/([^/?#]+)$/.exec(page)?.[1];
  return part === undefined ? undefined : decodeURIComponent(part);
}

/** The one alert of an approval: what is told of it in two steps is listed once. */
export function approvalAlertId(approvalId: string): string {
  return approvalId.replace(/^apr_/, '').slice(0, 36);
}

const BURST_PAGES = {
  guard_hit: '/audit',
  login_failed: '/audit',
  agent_identity: '/fleet',
  update_failed: '/fleet',
} as const;

export function burstWords({ kind, subject }: BurstFact, news: BurstNews, names: Names): NewAlert {
  const where = subject ? `${pcName(subject, names)}: ` : '';
  const { count, more, detail } = news;
  const often = count === 1 ? '' : `, ${count} times${more ? ' more' : ''}`;
  return {
    ...{ kind, subject, ends: false, page: subject ? pcPage(subject) : BURST_PAGES[kind] },
    severity: kind === 'agent_identity' ? 'crit' : 'warn',
    title: `${where}${ALERT_KINDS[kind].label}${often}`,
    text: linesOf(detail, ALERT_KINDS[kind].help),
  };
}

function linesOf(...lines: readonly string[]): string {
  return lines
    .map((line) => plainLine(line))
    .filter((line) => line !== '')
    .join('\n');
}
