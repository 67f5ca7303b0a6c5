import fc, { type Arbitrary } from 'fast-check';
import { gzipSync } from 'node:zlib';
import type { ApiDocument, ApiOperation, Parameter } from './api-judge.js';
import type { RawRequest } from './raw-http.js';
import { fitting } from './schema-arbitrary.js';

/** Words that stand for something on the server under test, by the name of the field. */
export type KnownWords = Readonly<Record<string, readonly string[]>>;

export interface ReadyRequest {
  readonly path: string;
  readonly body?: object;
  /** Instead of a body of JSON. */
  readonly file?: Buffer;
  readonly token: string;
}

export interface FuzzWorld {
  readonly document: ApiDocument;
  readonly known: KnownWords;
  /** By operation id: requests that are right as they are. */
  readonly ready: Readonly<Record<string, readonly ReadyRequest[]>>;
  /** Values of the Authorization header; undefined sends none. */
  readonly authorizations: readonly (string | undefined)[];
}

const HOSTILE_PARTS = [
  ...[
    '%zz',
    '%',
    '%00',
    '%ff',
    '%c0%ae',
    '%2e%2e',
    '..',
    '%2f',
    'a%2fb',
    '%F0%9F%92%A9',
    '%ed%a0%80',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    "'",
    '"',
    '%22',
    '%3Cscript%3E',
    ';',
    '*',
    '-',
    '0',
    'null',
  ],
  ...[
    '%0d%0aSet-Cookie:a=b',
    'a'.repeat(300),
    '%41'.repeat(1000),
    '{}',
    '[]',
    'NaN',
    '-1',
    '1e99',
    '\\',
    '..%5c',
  ],
];
const HOSTILE_TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '=1+1',
    '<img src=x>',
    '../../etc/passwd',
    '${7*7}',
    "' OR 1=1 --",
  ],
  ...['__proto__', 'x'.repeat(5000), '2031-13-45', '9'.repeat(400), '💩', '\r\nX: y', 'a\nb'],
];
const HOSTILE_VALUES = [
  null,
  true,
  -1,
  0,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { a: { b: 1 } },
  ...HOSTILE_TEXTS,
];
const HOSTILE_QUERIES = [
  ...[
    'a=1',
    '__proto__=1',
    '__proto__[x]=1',
    'constructor=1',
    'limit=1&limit=2',
    'limit[]=1',
    'limit[a]=1',
    'limit=-1',
  ],
  ...[
    'limit=99999',
    'limit=1e3',
    'cursor=',
    'cursor=1.%00',
    "cursor=1'",
    'cursor=9999999999999.x',
    'from=zz',
    'from=2031',
    'to=+1',
  ],
  ...[
    '%zz=1',
    '=',
    '&&&',
    'a'.repeat(3000),
    'sections=all&sections=all',
    'from=9999999',
    'wait=99',
    'section=%ff',
    'x=%ed%a0%80',
  ],
  Array.from({ length: 2000 }, (_, i) => `a${i}`).join('&'),
];
const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const HOSTILE_BODIES: readonly (string | Buffer)[] = [
  ...[
    '',
    'null',
    '[]',
    '"x"',
    '1',
    '{',
    '}',
    '{"a":}',
    '{"a":1,}',
    'undefined',
    '{"a":1}{"a":2}',
    '\ufeff{}',
  ],
  ...[
    '{"a":1,"a":2}',
    '{"args":{"path":"/a","path":"/b"}}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{}}',
    '{"a":1e999}',
  ],
  ...[
    '{"token":"\\ud800"}',
    '{"token":"\\u0000"}',
    '{"args":{"a":"\\udc00"}}',
    deep(33),
    deep(5000),
    '['.repeat(100_000),
  ],
  ...[
    '{"' + 'k'.repeat(100_000) + '":1}',
    '{"a":[' + '1,'.repeat(100_001) + '1]}',
    ' '.repeat(9000) + '{}',
  ],
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"agent_id":"pc1"}', 'utf16le'),
  gzipSync(Buffer.alloc(4_000_000, 0x20)),
];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ],
    ...[
      'application/json; charset=utf-16',
      'application/json; charset=utf-7',
      'application/json; charset',
      'application/json;',
    ],
    ...[
      'APPLICATION/JSON; CHARSET="UTF-8"',
      'application/json, text/plain',
      '',
      'application/vnd.api+json',
      'x'.repeat(2000),
    ],
  ],
  'content-encoding': ['gzip', 'deflate', 'br', 'zstd', 'identity', 'identity, gzip', 'GZIP', ''],
  'accept-encoding': [
    'gzip',
    'gzip;q=0',
    '*',
    'br',
    'gzip;q=zz',
    'identity',
    ', ,',
    'x'.repeat(500),
  ],
  accept: ['text/html', 'application/xml', '*/*;q=zz', ''],
  origin: ['null', 'https://evil.example', 'http://127.0.0.1', 'http://127.0.0.1:1', '', 'x'],
  host: [
    'evil.example',
    'localhost',
    '127.0.0.1:80',
    '[::1]',
    'a b',
    '0x7f.1',
    'localhost.evil.example',
  ],
  cookie: [
    'kenny-0=x',
    'kenny-0=a; kenny-0=b',
    '__Host-kenny=x',
    ';;;==',
    'kenny-0=' + 'a'.repeat(3000),
    'kenny-0="',
  ],
  'x-forwarded-for': ['1.2.3.4', 'x', ',,,', '::1', '1.1.1.1, 2.2.2.2'],
  'x-kenny-client': ['cli', 'system', ''],
  'x-http-method-override': ['DELETE'],
  'if-none-match': ['*', '"x"'],
  range: ['bytes=0-1', 'bytes=9-1'],
  expect: ['nothing'],
  te: ['trailers', 'gzip'],
};
const METHODS = [
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'POST',
  'GET',
  'TRACE',
  'OPTIONS',
  'PROPFIND',
  'LINK',
];

/** Requests for the routes of the document: most of them nearly right, the others as wrong as can be. */
export function requests(world: FuzzWorld): Arbitrary<RawRequest> {
  const operations = Object.entries(world.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestsOf(method.toUpperCase(), path, operation, world),
    ),
  );
  return fc.oneof(...operations);
}

/** By operation: requests that are right as they are. */
export function rightRequests({ document, ready }: FuzzWorld): Map<string, RawRequest[]> {
  const operations = Object.values(document.paths).flatMap((methods) => Object.entries(methods));
  return new Map(
    operations.map(([method, { operationId }]) => [
      operationId,
      (ready[operationId] ?? []).map((one) => readyRequest(method.toUpperCase(), one)),
    ]),
  );
}

function requestsOf(
  method: string,
  path: string,
  operation: ApiOperation,
  world: FuzzWorld,
): Arbitrary<RawRequest> {
  const ready = world.ready[operation.operationId]?.map((one) => readyRequest(method, one)) ?? [];
  const any = fc
    .record({
      method: mostly(fc.constant(method), fc.constantFrom(...METHODS), 12),
      path: paths(path, operation, world),
      query: queries(operation, world),
      authorization: fc.constantFrom(...world.authorizations),
      headers: headers(),
      body: bodies(operation, world),
    })
    .map(({ method, path, query, authorization, headers, body }) => ({
      method,
      path: path + query,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    }));
  return ready.length > 0 ? mostly(any, fc.constantFrom(...ready), 3) : any;
}

function readyRequest(method: string, { path, body, file, token }: ReadyRequest): RawRequest {
  const authorization = `Bearer ${token}`;
  if (file) {
    const headers = { authorization, 'content-type': 'application/octet-stream' };
    return { method, path, headers, body: file };
  }
  return body === undefined
    ? { method, path, headers: { authorization } }
    : {
        method,
        path,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
}

/** The second in one of `n` cases. */
function mostly<A, B>(usual: Arbitrary<A>, other: Arbitrary<B>, n: number): Arbitrary<A | B> {
  return fc.oneof({ arbitrary: usual, weight: n - 1 }, { arbitrary: other, weight: 1 });
}

function paths(path: string, operation: ApiOperation, world: FuzzWorld): Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return mostly(fc.constant(part), fc.constantFrom(...HOSTILE_PARTS), 60);
    const known = world.known[`${operation.operationId}.${name}`] ?? world.known[name] ?? ['x'];
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    const fresh = fitting(parameter?.schema ?? {}, {}).map((text) =>
      encodeURIComponent(String(text)),
    );
    return mostly(
      mostly(fc.constantFrom(...known), fresh, 6),
      fc.constantFrom(...HOSTILE_PARTS),
      6,
    );
  });
  return fc.tuple(...parts).map((chosen) => chosen.join('/') || '/');
}

function queries({ parameters }: ApiOperation, world: FuzzWorld): Arbitrary<string> {
  const fields = parameters.filter((one) => one.in === 'query').map((one) => field(one, world));
  const right = fc.tuple(...fields).map((chosen) => chosen.filter(Boolean).join('&'));
  return mostly(right, fc.constantFrom(...HOSTILE_QUERIES), 5).map((text) =>
    text ? `?${text}` : '',
  );
}

function field({ name, required, schema }: Parameter, { known }: FuzzWorld): Arbitrary<string> {
  const words = known[name];
  const value = words
    ? mostly(fc.constantFrom(...words), fitting(schema, {}), 4)
    : fitting(schema, {});
  const hostile = fc.constantFrom(...HOSTILE_TEXTS).map((text) => text.toWellFormed());
  const pair = mostly(value, hostile, 10).map(
    (chosen) => `${name}=${encodeURIComponent(String(chosen))}`,
  );
  return required
    ? mostly(pair, fc.constant(''), 10)
    : fc.oneof(fc.constant(''), fc.constant(''), pair);
}

function headers(): Arbitrary<Record<string, string>> {
  const one = fc
    .constantFrom(...Object.entries(HEADERS))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value })));
  return mostly(fc.constant({}), one, 4);
}

function bodies(operation: ApiOperation, world: FuzzWorld): Arbitrary<string | Buffer | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const hostile = fc.constantFrom(...HOSTILE_BODIES);
  if (!schema) return mostly(fc.constant(undefined), hostile, 6);
  const right = fitting(schema, world.document.components.schemas);
  const text = right
    .chain((value) => mostly(fc.constant(value), spoilt(value), 3))
    .map((value) => JSON.stringify(value));
  return mostly(text, hostile, 6);
}

/** The value with one field taken away, added or replaced. */
function spoilt(value: unknown): Arbitrary<unknown> {
  const hostile = fc.constantFrom<unknown>(...HOSTILE_VALUES);
  if (typeof value !== 'object' || value === null) return hostile;
  const names = [...Object.keys(value), 'unknown', 'id'];
  return fc.tuple(fc.constantFrom(...names), hostile, fc.boolean()).map(([name, bad, drop]) => {
    const copy: Record<string, unknown> = { ...value, [name]: bad };
    if (drop) delete copy[name];
    return copy;
  });
}
