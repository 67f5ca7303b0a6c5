/** First line of the unit: only a file that begins with it is replaced or removed. */
export const OURS = '# Written by npm run autostart; written anew each time.';
/** The guide names it as well, for journalctl. */
export const SERVICE = 'kenny';
export const UNIT_FILE = `/etc/systemd/system/${SERVICE}.service`;
/** The same as for an installed server. */
export const SETTINGS_FILE = '/etc/kenny/server.env';

/**
 * The service that does what `npm start` does, without building.
 * @param place - `node`: the program; `root`: kenny's folder; `user`: who types `npm start`
 */
export function unitOf({ node, root, user }) {
  return `${OURS}
[Unit]
Description=kenny
Wants=network-online.target
After=network-online.target tailscaled.service

[Service]
User=${user}
WorkingDirectory=${literal(root)}
Environment=KENNY_RUNS_AS=autostart
EnvironmentFile=-${SETTINGS_FILE}
ExecStart=${word(node)} ${word(`${root}/tools/run/start-here.mjs`)}
# The server first, which its agent then follows.
KillMode=mixed
UMask=0077
Restart=always
RestartSec=5

[Install]
WantedBy=multi-user.target
`;
}

/** systemd.unit(5): a percent sign begins a specifier. */
const literal = (text) => text.replaceAll('%', '%%');

/** systemd.service(5): one word of a command line. */
const word = (text) => `"${literal(text).replace(/["\\]/g, '\\$&').replaceAll('$', '$$$$')}"`;

/** Settings of this terminal, which the service would not have. */
export function ownSettings(env) {
  return Object.keys(env).filter((name) => name.startsWith('KENNY_'));
}
