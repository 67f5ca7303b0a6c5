import { PC_HEALTH_ORDER } from '@kenny/contract';
import { listed } from '@kenny/kernel';
import { inHtml } from '../channels/escaping.js';
import { disksPicture, HEALTH_COLOURS, healthPicture, SIZES, weekPicture } from './pictures.js';
import { andMore, countWords, dayWords, type WeeklyMail } from './weekly-words.js';

/** A picture within the mail, named by its content id. */
interface Attached {
  readonly filename: string;
  readonly content: Buffer;
  readonly cid: string;
  readonly contentType: 'image/png';
  readonly contentDisposition: 'inline';
}

interface Parts {
  readonly text: string;
  readonly html: string;
  readonly attachments: Attached[];
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:15px';
const LINE = `height:${SIZES.disk.height}px;line-height:${SIZES.disk.height}px`;
const ONE_LINE = 'overflow:hidden;white-space:nowrap;text-overflow:ellipsis';

/** The same in text and in HTML; what a picture shows is said in words as well. */
export function weeklyParts(id: string, mail: WeeklyMail): Parts {
  const pictures = picturesOf(id, mail);
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark"></head>',
    `<body><div style="${FONT};max-width:${SIZES.width}px">`,
    `<p style="font-size:20px"><b>${inHtml(mail.sentence)}</b></p>`,
    ...pictures.map(({ heading, body }) => `<h2 style="font-size:16px">${heading}</h2>${body}`),
    `<h2 style="font-size:16px">${DONE}</h2>`,
    htmlList(doneLines(mail)),
    ...mail.links.map(({ label, url }) => `<p><a href="${inHtml(url)}">${label}</a></p>`),
    `<p>${inHtml(whyWords(mail))}</p>`,
    '</div></body></html>',
  ];
  const text = [
    ...[mail.sentence, ''],
    ...pictures.flatMap(({ heading, lines }) => [heading, ...lines, '']),
    ...[DONE, ...doneLines(mail).map(item), ''],
    ...mail.links.map(({ label, url }) => `${label}: ${url}`),
    ...['', whyWords(mail), ''],
  ];
  const attachments = pictures.map(({ attached }) => attached);
  return { text: text.join('\n'), html: html.join(''), attachments };
}

interface Shown {
  readonly heading: string;
  /** Its words, in the text part. */
  readonly lines: readonly string[];
  readonly body: string;
  readonly attached: Attached;
}

const DONE = 'What was done';

function picturesOf(id: string, { counts, needing, disks, days }: WeeklyMail): Shown[] {
  const attached = (name: string, content: Buffer): Attached => ({
    ...{ filename: `${name}.png`, content, cid: `${name}-${id}@kenny` },
    ...{ contentType: 'image/png', contentDisposition: 'inline' },
  });
  const image = (of: Attached, alt: string, width: number, height: number): string =>
    `<img src="cid:${of.cid}" alt="${inHtml(alt)}" width="${width}" height="${height}" ` +
    'style="display:block;max-width:100%;border:0">';
  const health = attached('health', healthPicture(counts));
  const week = attached('week', weekPicture(days.map((day) => day.counts)));
  const shown: Shown[] = [
    {
      ...{
        heading: 'Health',
        lines: [countWords(counts), ...needing.map(item)],
        attached: health,
      },
      body:
        image(health, countWords(counts), SIZES.width, SIZES.health) +
        keyOf(counts) +
        htmlList(needing),
    },
  ];
  if (disks.length > 0) {
    const full = attached('disks', disksPicture(disks.map(({ percent }) => percent)));
    const lines = disks.map(({ name, percent }) => `${Math.round(percent)}% ${name}`);
    const { width, height } = SIZES.disk;
    const rows = lines.map((line) => `<div style="${LINE};${ONE_LINE}">${inHtml(line)}</div>`);
    shown.push({
      ...{ heading: 'Fullest disks', lines, attached: full },
      body: table(
        `<td width="${width}">${image(full, lines.join(', '), width, height * disks.length)}</td>` +
          `<td style="padding-left:10px">${rows.join('')}</td>`,
      ),
    });
  }
  const needed = `Needed attention: ${dayWords(days)}`;
  const names = days.map(({ name }) => `<td align="center" width="14%">${inHtml(name)}</td>`);
  const named = `<table role="presentation" width="100%"><tr>${names.join('')}</tr></table>`;
  shown.push({
    ...{ heading: 'The week by day', lines: [needed], attached: week },
    body: image(week, needed, SIZES.width, SIZES.week) + named,
  });
  return shown;
}

/** Which colour is which, beside the picture that nobody may see. */
function keyOf(counts: WeeklyMail['counts']): string {
  const entries = PC_HEALTH_ORDER.filter((health) => counts[health] > 0).map((health) => {
    const only = countWords({ ...NONE, [health]: counts[health] });
    const mark = `<span style="color:${HEALTH_COLOURS[health]}">■</span>`;
    return `<span style="white-space:nowrap">${mark} ${inHtml(only)}</span>`;
  });
  return `<p style="margin:6px 0">${entries.join(' &ensp; ')}</p>`;
}

const NONE = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };

const table = (cells: string): string =>
  '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="table-layout:fixed">' +
  `<tr valign="top">${cells}</tr></table>`;

function doneLines({ done, furtherDone }: WeeklyMail): string[] {
  return done.length === 0 ? ['Nothing this week.'] : [...done, ...andMore(furtherDone)];
}

const item = (line: string): string => `- ${line}`;

function htmlList(lines: readonly string[]): string {
  const items = lines.map((line) => `<li>${inHtml(line)}</li>`);
  return items.length === 0 ? '' : `<ul style="padding-left:20px">${items.join('')}</ul>`;
}

/** Why somebody gets it, and who can end that. */
function whyWords({ carers }: WeeklyMail): string {
  if (carers === null) return 'You chose this mail in kenny under Settings, Alerts.';
  const names = listed(carers);
  return `kenny is looked after by ${names}. Ask ${names} if something is wrong, or to stop this mail.`;
}
