import { OS_TITLES, PACKAGE_FILES, WINDOWS_ASKS, type Os } from '@kenny/contract';
import { createHash } from 'node:crypto';

/** The dashboard's style, reduced to what one page of text needs. */
const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dde2, #333a44);
  --panel: light-dark(#fff, #1b2028);
  --accent: light-dark(#075fa3, #72b6f4); }
body { margin: 0; background: light-dark(#fafbfc, #11151b); color: light-dark(#1c222b, #e6e9ed);
  font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 620px; margin: 0 auto; padding: 24px 16px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 12px; overflow-wrap: anywhere; }
p { margin: 12px 0; overflow-wrap: anywhere; }
code, pre { font: 13px/1.5 ui-monospace, 'Cascadia Code', 'DejaVu Sans Mono', monospace; }
pre { margin: 12px 0; padding: 12px 14px; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre span { display: inline-block; max-width: 100%; }
button { min-height: 44px; max-width: 100%; padding: 8px 18px; border: 0; border-radius: 8px;
  background: var(--accent); color: light-dark(#fff, #11151b); font: inherit; font-weight: 600;
  cursor: pointer; overflow-wrap: anywhere; }
`;

/** CSP hash that allows this style and no other. */
export const DOWNLOAD_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** A page without scripts; all texts are escaped. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main>
${body}
</main></body>
</html>
`;
}

export interface PageFacts {
  readonly os: Os;
  readonly agent_id: string;
  readonly host: string;
  readonly command: string;
  /** The form's target: the page's own address. */
  readonly path: string;
  readonly file_name: string;
  readonly expires_at: string;
}

/** The page of an installer link. Opening it changes nothing. */
export function downloadPage(facts: PageFacts): string {
  return page(
    'kenny: install the agent',
    `<h1>kenny: install the agent of ${text(facts.agent_id)}</h1>
<p>This link makes one ${OS_TITLES[facts.os]} PC part of the fleet of ${text(facts.host)}. It works \
once, until ${moment(facts.expires_at)}. Whoever has it can become this PC: do not pass it on.</p>
${facts.os === 'windows' ? onWindows(facts) : onLinux(facts)}`,
  );
}

function onLinux({ command, file_name, path }: PageFacts): string {
  return `<p>On the PC, in a terminal (as root without <code>sudo</code>):</p>
<pre>${commandLine(command)}</pre>
<p>Or look at the script first, and run it with <code>sudo sh ${text(file_name)}</code>:</p>
<form method="post" action="${text(path)}"><button>Download the script</button></form>`;
}

function onWindows({ command, file_name, path }: PageFacts): string {
  return `<p>On the PC, download the archive:</p>
<form method="post" action="${text(path)}"><button>Download ${text(file_name)}</button></form>
<ol>
<li>Choose “Extract all” in the menu of the file, and double-click \
<code>${PACKAGE_FILES.windowsInstaller}</code> in the new folder.</li>
<li>Windows may say “${WINDOWS_ASKS.unknown}”: ${WINDOWS_ASKS.details}, then ${WINDOWS_ASKS.run}. kenny’s \
program has no signature that Windows knows; do it for this file only.</li>
<li>“${WINDOWS_ASKS.admin}”: Yes. The window says when this server sees the PC.</li>
</ol>
<p>Or do all of that with one line, in a terminal:</p>
<pre>${commandLine(command)}</pre>`;
}

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
});

function moment(at: string): string {
  return `<time datetime="${text(at)}">${text(MOMENT.format(Date.parse(at)))} UTC</time>`;
}

/** Breaks between its words alone: a browser breaks at hyphens too, which makes other options of them. */
function commandLine(command: string): string {
  const words = command.split(' ').map((word) => `<span>${text(word)}</span>`);
  return words.join(' ');
}

/** The same text for links that never existed, were used or have expired. */
export function gonePage(): string {
  return page(
    'kenny: this link is over',
    `<h1>This link does not work</h1>
<p>It was used, it is over, or it is incomplete. Ask whoever sent it for a new one: \
<code>kenny agent installer &lt;agent_id&gt;</code> makes it.</p>`,
  );
}

/** Text for an element or a quoted attribute. */
function text(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
