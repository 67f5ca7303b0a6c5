import { renderTranscript, type ShownTranscript } from './render-transcript.js';

const transcript: ShownTranscript = {
  session: { name: "Anna's <laptop>", persistentId: 'c1' },
  messages: [
    { role: 'compactionSummary', summary: 'The disk was full.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Is it fine?' },
        { type: 'image', mimeType: 'image/png' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Look first.' },
        { type: 'toolCall', name: 'disk_usage', arguments: { path: '```' } },
      ],
    },
    {
      role: 'toolResult',
      toolName: 'disk_usage',
      isError: true,
      content: [{ type: 'text', text: 'Error: offline' }],
    },
  ],
};

it('is Markdown with every message, request and result', () => {
  expect(renderTranscript(transcript, 'markdown')).toBe(`# Anna's <laptop>

## Summary of what came before

The disk was full.

## User

Is it fine?

[image/png]

## Assistant

Reasoning:
Look first.

Request: \`disk_usage\`

\`\`\`\`json
{
  "path": "\`\`\`"
}
\`\`\`\`

## Tool

Tool: \`disk_usage\` (failed)

Error: offline
`);
});

it('is HTML in which nothing of it is markup', () => {
  const html = renderTranscript(
    {
      ...transcript,
      messages: [{ role: 'user', content: [{ type: 'text', text: '<script>&\u202e' }] }],
    },
    'html',
  );
  expect(html).toContain('<title>Anna&#39;s &lt;laptop&gt;</title>');
  expect(html).toContain('&lt;script&gt;&amp;⟨U+202E⟩');
  expect(html).not.toContain('<script>');
});

it('is one JSON value a line, the session first', () => {
  const lines = renderTranscript(transcript, 'jsonl').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    transcript.session,
    ...transcript.messages,
  ]);
});
