import type { SectionName } from '@kenny/contract/agent';

/** What it means when a check is not well, and what helps: two or three sentences, the same for every PC. */
const MEANINGS: Partial<Record<SectionName, string>> = {
  app_updates:
    'Older programs can have security holes that everybody knows about. Updating can usually wait a day; start with browsers and mail programs. A program that is open may have to be closed for it.',
  av_thirdparty:
    'A virus scanner that is out of date misses new threats. Open it on the PC and let it update, or remove it: Windows then turns on its own.',
  battery:
    'The battery holds less than when it was new. The PC still works, but not for long without its charger. Only a new battery helps.',
  defender:
    'Without virus protection nothing checks what is opened or downloaded. Turn it on, and ask whoever uses the PC whether they turned it off on purpose.',
  defender_quarantine:
    'Windows found something harmful and locked it away: the protection worked. Ask what was opened or downloaded at the time, and run a full scan if it comes back.',
  disk: 'A full disk makes a PC slow, and in the end it can no longer update or save. Deleting temporary files and old updates helps at once; what happens to videos, pictures and games is for their owner to decide.',
  disk_smart:
    'The drive itself reports trouble, and may fail without further warning. Copy what matters on it somewhere else now, then replace it.',
  encryption:
    'If this PC is lost or stolen, whoever has it can read what is on it. Encryption prevents that; keep its recovery key away from the PC.',
  firewall:
    'Without its firewall, anybody on the same network can reach this PC, in a café for example. Turn it on; a program that needs to be reached will ask again.',
  memory:
    'With little memory left, everything becomes slow. Closing programs or restarting helps at once; if it keeps happening, the PC needs fewer programs or more memory.',
  network:
    'The PC has no working network connection of its own. Check its cable or its Wi-Fi, and restart the router if other devices have the same trouble.',
  os_support:
    'This version of the system gets no more security updates, or soon will not. It keeps working, but gets less safe each month: plan an upgrade, or another PC.',
  printers:
    'The PC cannot reach the printer, or the printer reports an error. Check that it is on, has paper and is connected; then restart the print service.',
  reboot_pending:
    'Updates are installed but only take effect after a restart. Until then the PC runs the old, less safe version. Ask whoever is working there to save first.',
  reliability:
    'Programs or Windows crashed more often than usual. Look at what was installed shortly before it began; Windows and driver updates often help.',
  services:
    'Something that should run in the background does not. Restarting the PC usually starts it; if it stops again, its log says why.',
  thermals:
    'The PC is too hot: it gets slow and wears out faster. Dust in the fan and a blanket under a laptop are the usual reasons.',
  time_sync:
    'A wrong clock breaks logins, secure pages and backups. Turn on automatic time in the PC’s settings.',
  uptime:
    'It has not been restarted for a long time. A restart finishes updates and often makes the PC faster again.',
  wifi_quality:
    'The Wi-Fi there is weak, so pages load badly and calls drop. Moving closer to the router, a cable or a repeater helps.',
  win_update:
    'Windows could not install an update, so security holes stay open. Restart the PC and let it try again; a full disk is a common reason.',
};

/** Undefined for a check of which there is nothing to say for every PC. */
export function meaningOf(section: string): string | undefined {
  return Object.hasOwn(MEANINGS, section) ? MEANINGS[section as SectionName] : undefined;
}
