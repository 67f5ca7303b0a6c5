/** An ID as the server makes them. */
const REQUEST = /^\/approvals\/(apr_[A-Za-z0-9-]+)$/;

/** The page of the request that a text leads to; null of every other address. */
export function requestPage(href: string): { readonly path: string } | null {
  return REQUEST.test(href) ? { path: href } : null;
}
