import type { SectionName } from '@kenny/contract/agent';

/** What it means when a check is not well, and what helps: two or three sentences, the same for every PC. */
const MEANINGS: Partial<Record<SectionName, string>> = {
  app_updates:
    'Old programs can have holes that are publicly known. Updating is rarely urgent by the hour; browsers and mail programs come first. A program that is open may have to be closed for it.',
  av_thirdparty:
    'A virus scanner that is not up to date misses new threats. Open it on the PC and let it update, or remove it: Windows then turns its own on.',
  battery:
    'The battery holds less than when it was new. The PC works on, but not for long without its charger. Nothing but a new battery helps.',
  defender:
    'Without virus protection nothing checks what is opened or downloaded. Turn it on, and ask whoever uses the PC whether they turned it off for something.',
  defender_quarantine:
    'Windows found something harmful and locked it away: that is the protection at work. Ask what was opened or downloaded then; run a full scan if it comes back.',
  disk: 'A full disk makes a PC slow, and it can no longer update or save. Freeing what nobody misses helps at once; videos, pictures and games are for whoever they belong to.',
  disk_smart:
    'The drive itself reports trouble, and may fail without further warning. Make sure now that what matters on it is copied elsewhere, then replace it.',
  encryption:
    'Whoever has this PC or its drive in their hands can read what is on it. Encryption prevents that; keep its recovery key somewhere else than on the PC.',
  firewall:
    'Without its firewall the PC answers anybody in the same network, as in a café. Turn it on; programs that need a way in ask for it again.',
  memory:
    'With little memory left, everything becomes slow. Closing what is open or restarting helps at once; if it is always so, fewer programs or more memory do.',
  network:
    'The PC has no usable connection of its own. Look at its cable or its Wi-Fi, and restart the router if others have the same.',
  os_support:
    'For this system there are no more security updates, or soon none. It goes on working and becomes less safe each month: plan the next version, or another PC.',
  printers:
    'The PC cannot reach the printer, or the printer reports an error. Look whether it is on, has paper and is connected; then restart the print service.',
  reboot_pending:
    'Updates are installed and only take effect after a restart. Until then the old, less safe version runs. Ask whoever works there to save first.',
  reliability:
    'Programs or Windows crashed more often than usual. Look at what was installed shortly before; updates of Windows and of drivers often help.',
  services:
    'Something that should run by itself does not. A restart of the PC usually starts it; if it stops again, its log says why.',
  thermals:
    'The PC is too hot: it becomes slow, and ages faster. Dust in the fan and a blanket under a laptop are the usual reasons.',
  time_sync:
    'A wrong clock breaks logins, secure pages and backups. Turn on automatic time in the settings of the PC.',
  uptime:
    'It has not been restarted for long. A restart finishes updates and clears up what became slow.',
  wifi_quality:
    'The Wi-Fi there is weak, so pages and calls break off. Nearer to the router, a cable or a repeater helps.',
  win_update:
    'Windows could not install an update, and with it repairs of holes that are publicly known. Restart the PC and let it try again; a full disk is a usual reason.',
};

/** Undefined for a check of which there is nothing to say for every PC. */
export function meaningOf(section: string): string | undefined {
  return Object.hasOwn(MEANINGS, section) ? MEANINGS[section as SectionName] : undefined;
}
