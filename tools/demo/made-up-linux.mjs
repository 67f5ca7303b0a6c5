/** What a Linux PC of the demo answers where the wire fixtures have the answer of a Windows PC. */
export const LINUX_RESULTS = {
  diag_autostart: {
    entries: [
      {
        ...{ name: 'Network', command: 'nm-applet' },
        location: '/etc/xdg/autostart/nm-applet.desktop',
      },
      {
        ...{ name: 'Update notifier', command: '/usr/bin/update-notifier' },
        location: '/etc/xdg/autostart/update-notifier.desktop',
      },
    ],
  },
  diag_processes: {
    processes: [
      { pid: 1, name: 'systemd', cpu: 0.1, mem_bytes: 12_582_912 },
      { pid: 2210, name: 'firefox-esr', cpu: 38.5, mem_bytes: 912_261_120 },
      { pid: 1187, name: 'gnome-shell', cpu: 3.2, mem_bytes: 318_767_104 },
    ],
  },
  diag_services: {
    services: [
      { name: 'cups.service', display: 'CUPS Scheduler', status: 'active', start: 'enabled' },
    ],
  },
  diag_eventlog: {
    events: [
      {
        ...{ time: '2026-06-04T17:41:03Z', level: 'Warning', source: 'systemd-resolved' },
        message: 'Using degraded feature set UDP instead of UDP+EDNS0 for DNS server 192.0.2.1.',
      },
    ],
  },
};
