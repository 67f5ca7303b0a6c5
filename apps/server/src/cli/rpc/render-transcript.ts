import { visibleText } from '@kenny/kernel';

/** A message of `sessions/transcript` (seed 004, reference §6), as far as a file shows it. */
export interface ShownMessage {
  readonly role: string;
  readonly content?: readonly ShownPart[];
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly summary?: string;
}

type ShownPart = Readonly<Record<string, unknown>>;

export interface ShownTranscript {
  readonly session: { readonly name?: string | null; readonly persistentId?: string };
  readonly messages: readonly ShownMessage[];
}

export const EXPORT_FORMATS = ['markdown', 'html', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  markdown: 'md',
  html: 'html',
  jsonl: 'jsonl',
};

const HEADINGS: Readonly<Record<string, string>> = {
  user: 'User',
  assistant: 'Assistant',
  toolResult: 'Tool',
  compactionSummary: 'Summary of what came before',
};

/** The file's text. What is in it comes from people, models and PCs: HTML is escaped throughout. */
export function renderTranscript(transcript: ShownTranscript, format: ExportFormat): string {
  switch (format) {
    case 'markdown':
      return markdownOf(transcript);
    case 'html':
      return htmlOf(transcript);
    case 'jsonl':
      return [transcript.session, ...transcript.messages]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('');
  }
}

function markdownOf({ session, messages }: ShownTranscript): string {
  const title = `# ${session.name ?? 'kenny conversation'}`;
  return `${[title, ...messages.map(sectionOf)].join('\n\n')}\n`;
}

function sectionOf(message: ShownMessage): string {
  const { role, content = [], toolName, isError, summary } = message;
  const heading = HEADINGS[role] ?? role;
  const tool = toolName === undefined ? [] : [`Tool: \`${toolName}\`${isError ? ' (failed)' : ''}`];
  const parts = content.map(partOf).filter((text) => text !== '');
  return [`## ${heading}`, ...tool, ...(summary ? [summary] : []), ...parts].join('\n\n');
}

function partOf(part: ShownPart): string {
  switch (part['type']) {
    case 'text':
      return textOf(part['text']);
    case 'thinking':
      return `Reasoning:\n${textOf(part['thinking'])}`;
    case 'image':
      return `[${textOf(part['mimeType'])}]`;
    case 'toolCall':
      return `Request: \`${textOf(part['name'])}\`\n\n${fenced(JSON.stringify(part['arguments'] ?? {}, null, 2))}`;
    default:
      return '';
  }
}

/** A fence longer than any run of backticks inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

function htmlOf(transcript: ShownTranscript): string {
  const title = escaped(transcript.session.name ?? 'kenny conversation');
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${title}</title></head>`,
    `<body><pre>${escaped(markdownOf(transcript))}</pre></body>`,
    '</html>',
    '',
  ].join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visibleText(text, 'block').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
