import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';

/** The container's health check: is the server here ready for work? */
const { KENNY_PORT = '8000', KENNY_TLS_CERT } = process.env;
const request = KENNY_TLS_CERT ? encrypted : plain;

request(
  {
    host: '127.0.0.1',
    port: KENNY_PORT,
    path: '/readyz',
    timeout: 4_000,
    // It talks to itself, by an address that no certificate names.
    rejectUnauthorized: false,
  },
  (response) => process.exit(response.statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
