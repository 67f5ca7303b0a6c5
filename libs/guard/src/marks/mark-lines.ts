import type { OperatorRuleGroup } from '@kenny/contract/agent';

/**
 * Texts of "look twice" marks: one line each, for both families of shells. A mark never refuses: it
 * has honest uses, and a person should check that this is one.
 */
export const MARK_LINES = {
  fetches_and_runs: 'Fetches a program and runs it',
  installs_from_address: 'Installs a package straight from an address',
  runs_hidden_code: 'Runs text that it does not show',
  new_service: 'Installs a service',
  new_schedule: 'Schedules something to run later or again and again',
  new_autostart: 'Makes something start by itself',
  opens_way_in: 'Opens a way in from elsewhere',
  sends_files: 'Sends files or output to another machine',
  touches_secrets: 'Reads or copies passwords, keys or tokens',
  cuts_network: 'Can cut the network',
  changes_firewall: 'Changes the firewall',
  removes_account: 'Removes or locks an account',
  changes_password: 'Changes a password',
  grants_rights: 'Gives an account more rights',
  ends_processes: 'Ends processes by a pattern',
  ends_parent: 'Reaches for the program that started it',
  touches_kenny: 'Reaches into the folders of kenny itself',
  updates_off: 'Turns off updates',
  backups_off: 'Removes or turns off backups',
  protection_off: 'Weakens what protects this PC',
  mass_permissions: 'Changes permissions or owners of many files',
  mass_changes: 'Deletes, moves or overwrites many files',
  encrypts: 'Encrypts files or a disk',
  writes_disk: 'Changes a disk, partition or snapshot',
  changes_boot: 'Changes how this PC starts',
  edits_system_file: 'Edits a file that names, logins or rights depend on',
  edits_registry: 'Changes the registry for everybody',
  whole_disk_container: 'Gives a container the whole disk or all rights',
  removes_software: 'Removes programs',
  restarts: 'Restarts or turns off this PC',
} as const;

export type MarkId = keyof typeof MARK_LINES;

/** The families of shells that marks are written for. */
export type MarkGroup = Extract<OperatorRuleGroup, 'powershell' | 'posix'>;

/** The mark that a rule belongs to: `cuts_network.2` → `cuts_network`. */
export const markOf = (ruleId: string) => ruleId.split('.', 1)[0] as MarkId;
