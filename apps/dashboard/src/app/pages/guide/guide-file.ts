import { ApiError, NOT_CONNECTED } from '../../core/http/api-error';

/** The guide that lists all others. */
export const ALL_GUIDES = 'README';

/** Where the guides are served, as they are written. */
const guideFile = (name: string): string => `/guides/${encodeURIComponent(name)}.md`;

/** A guide as Markdown; null: there is none of that name. @throws ApiError without a connection */
export async function loadGuide(name: string): Promise<string | null> {
  const answer = await fetch(guideFile(name)).catch(() => {
    throw new ApiError('unreachable', NOT_CONNECTED, null, {}, true);
  });
  // At any other address the server answers with the page itself.
  const isGuide = answer.headers.get('content-type')?.startsWith('text/markdown') === true;
  return answer.ok && isGuide ? answer.text() : null;
}
