import { DOWNLOAD_STYLE } from '../../../distribution/index.js';

export const HTML = 'text/html; charset=utf-8';

/** Own styles and the own form, nothing else; `same-origin` lets the form send its Origin. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    `style-src ${DOWNLOAD_STYLE}; require-trusted-types-for 'script'`,
  'Referrer-Policy': 'same-origin',
} as const;
