import type { Os } from '@kenny/contract';

/** A page for people; texts are data, and there is no script on it. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="robots" content="noindex"><title>${title}</title></head>
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
  /** Where the form sends to: the page's own address. */
  readonly path: string;
  readonly file_name: string;
  readonly expires_at: string;
}

/** What an installer link shows. Opening it changes nothing. */
export function downloadPage(facts: PageFacts): string {
  return page(
    'kenny: install the agent',
    `<h1>kenny: install the agent of ${text(facts.agent_id)}</h1>
<p>This link makes one ${SYSTEMS[facts.os]} PC part of the fleet of ${text(facts.host)}. It works \
once, until ${text(facts.expires_at)}. Whoever has it can become this PC: do not pass it on.</p>
${facts.os === 'windows' ? onWindows(facts) : onLinux(facts)}`,
  );
}

const SYSTEMS: Readonly<Record<Os, string>> = { linux: 'Linux', windows: 'Windows', macos: 'Mac' };

function onLinux({ command, file_name, path }: PageFacts): string {
  return `<p>On the PC, in a terminal (as root without <code>sudo</code>):</p>
<pre>${text(command)}</pre>
<p>Or look at the script first, and run it with <code>sudo sh ${text(file_name)}</code>:</p>
<form method="post" action="${text(path)}"><button>Download the script</button></form>`;
}

function onWindows({ command, file_name, path }: PageFacts): string {
  return `<p>On the PC, download the archive:</p>
<form method="post" action="${text(path)}"><button>Download ${text(file_name)}</button></form>
<p>Unpack the whole of it into one folder, and run <code>install.cmd</code> there. It asks for an \
administrator, and says when this server sees the PC.</p>
<p>Or do all of that with one line, in a terminal:</p>
<pre>${text(command)}</pre>`;
}

/** The same words for a link that never was, was used, or is over. */
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
