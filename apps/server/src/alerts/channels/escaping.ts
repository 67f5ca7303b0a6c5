/** Text of others in the formats of channels: it is shown as it is, and does nothing. */

export function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Slack's own: three characters start everything, mentions and links too. */
export function inSlack(text: string): string {
  const marked = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  // Between a mark and its neighbour, so that `*`, `_`, `~` and backticks stay themselves.
  return marked.replace(/[*_~`]/g, (mark) => `\u200b${mark}\u200b`);
}

/** Discord's and everybody's Markdown, with mentions and bare links. */
export function inMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-.!|~<>:/]/g, (mark) => `\\${mark}`)
    .replaceAll('@', '@\u200b');
}

/** One header line: nothing in it can begin another. */
export function inHeader(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ').trim();
}
