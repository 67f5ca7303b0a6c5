/** How the audit log is told: read by its page, and by the search that finds what stands there. */

import { OS_TITLES } from './titles.js';
import type { AuditKind } from './http/vocabulary.js';

/** Who asks through a task, whose name is that of its work. */
export const TASK_ACTOR_WORDS = 'An AI agent';

/** Steps of a request that a person makes, as a sentence has them. */
export const REQUEST_STEP_WORDS = {
  request: 'asked to',
  approve: 'approved the request to',
  deny: 'denied the request to',
  cancel: 'withdrew the request to',
} as const;

/** A read, the only thing that runs without an approval: by a person, a program or a page for them. */
export const READ_WORDS = 'used';

/** What somebody did that was no request to a PC. */
export interface AuditDeed {
  readonly did: string;
  /** What it is called where it did not come to it. */
  readonly tried?: string;
  /** What joins the PC's name to it; absent: the PC is the one who did it, or has no part in it. */
  readonly join?: 'on' | 'for' | '';
}

/** By `target`, or by `args.action` where a row's target is the name or ID of a thing. */
export const AUDIT_DEEDS: Readonly<
  Partial<Record<AuditKind, Readonly<Record<string, AuditDeed>>>>
> = {
  agent: {
    create: { did: 'added', join: '' },
    update: { did: 'changed the details of', join: '' },
    remove: { did: 'removed', join: '' },
    rekey: { did: 'made a new link for', join: '' },
    installer: { did: 'made an installer for', join: '' },
    rotate: { did: 'changed the key of', join: '' },
    enroll: { did: 'joined' },
    'installer.script': { did: 'fetched its install script' },
    'installer.archive': { did: 'downloaded its installer' },
    snooze: { did: 'snoozed a check', join: 'on' },
    end_snooze: { did: 'ended a snooze', join: 'on' },
    limit: { did: 'moved a limit', join: 'on' },
    end_limit: { did: 'reset a limit', join: 'on' },
    forged: { did: 'sent a message with a wrong signature' },
  },
  login: {
    login: { did: 'logged in', tried: 'tried to log in' },
    logout: { did: 'logged out' },
    revoke: { did: 'ended a login' },
    bearer: { did: 'sent a token that was refused' },
    link: { did: 'logged in with a link', tried: 'opened a link that let nobody in' },
    refusals: { did: 'refused more logins than are listed' },
  },
  token: {
    create: { did: 'made the token' },
    change: { did: 'changed what somebody can do with the token' },
    revoke: { did: 'revoked the token' },
    close: { did: 'ended the token' },
    'create task': { did: 'let the AI agent use PCs for' },
    'revoke task': { did: 'ended the AI agent’s access to PCs for' },
    'close task': { did: 'paused the AI agent’s access to PCs for' },
    invite: { did: 'made an invitation' },
    other_device: { did: 'made a link to log in on another device' },
  },
  policy: {
    add: { did: 'added a rule' },
    remove: { did: 'removed a rule' },
    pause: { did: 'paused the requester of a denied request', join: 'on' },
    resume: { did: 'let a paused requester ask again', join: 'on' },
  },
  chat: {
    rename: { did: 'renamed a conversation' },
    choose: { did: 'changed the model of a conversation' },
    delete: { did: 'deleted a conversation' },
  },
  task: {
    create: { did: 'created the task' },
    update: { did: 'edited a task' },
    move: { did: 'moved a task' },
    start: { did: 'started a task' },
    prompt: { did: 'wrote to a task' },
    stop: { did: 'stopped a task' },
    complete: { did: 'completed a task' },
    dequeue: { did: 'took a task out of the queue' },
    reprioritise: { did: 'changed the priority of a task' },
    delete: { did: 'deleted a task' },
  },
  export: {
    audit: { did: 'exported the audit log' },
    screen: { did: 'looked at the last screenshot', join: 'on' },
    backup: { did: 'made a backup', tried: 'could not make a backup' },
    backup_download: { did: 'downloaded a backup' },
  },
  release: {
    publish: { did: 'published the release' },
    withdraw: { did: 'withdrew the release' },
    expire: { did: 'removed the old release' },
  },
  setting: {
    chat: { did: 'changed their chat settings' },
    alerts: { did: 'changed their alerts' },
    'alert channel add': { did: 'added an alert channel' },
    'alert channel change': { did: 'changed an alert channel' },
    'alert channel remove': { did: 'removed an alert channel' },
    backup_plan: { did: 'changed when backups are made' },
    help_link: { did: 'changed the link for remote help' },
    release_feed: { did: 'changed where newer versions of kenny are looked for' },
    'kenny update': { did: 'started an update of kenny' },
    limit: { did: 'changed a limit for a tag' },
    end_limit: { did: 'reset a limit for a tag' },
    'model key store': { did: 'stored the chat key' },
    'model key remove': { did: 'removed the chat key' },
    'address for other PCs open': { did: 'opened an address for other PCs' },
    'address for other PCs close': { did: 'closed the address for other PCs' },
    'tailscale on': {
      did: 'let other devices reach kenny through Tailscale',
      tried: 'could not let other devices reach kenny through Tailscale',
    },
    'tailscale off': { did: 'ended that other devices reach kenny through Tailscale' },
    ...Object.fromEntries(
      Object.entries(OS_TITLES).map(([os, word]) => [
        `package for ${os} build`,
        {
          did: `built the installer for ${word}`,
          tried: `could not build the installer for ${word}`,
        },
      ]),
    ),
  },
  restore: {
    found: { did: 'found the database set back to an earlier state' },
    accepted: { did: 'accepted the database as it is' },
    backup: { did: 'restored a backup' },
  },
  decision: {
    ask: { did: 'asked for permission for' },
    allow: { did: 'allowed' },
    refuse: { did: 'refused', tried: 'did not allow' },
  },
  gap: { gap: { did: 'could not store some entries' } },
};

/** As a text that was read there is compared: lower case, and an apostrophe is one however it is typed. */
export function foldedWords(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}
