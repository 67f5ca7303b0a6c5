import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { machineTable, markdownTable } from '../bench/report.mjs';
import { loadSource } from './load-definitions.mjs';
import { code, table } from './protocol-tables.mjs';
import { fillTables } from './protocol.mjs';

const RECORDS = 'docs/adr';
const RECORD_FILE = /^(\d{4})-[a-z0-9-]+\.md$/;

/** The tables of the documents that people read first, between `<!-- gen:… -->` and `<!-- /gen -->`. */
export async function generateDocuments(root) {
  const source = await loadSource(root, 'libs/contract/src/definitions.ts');
  const { ENV, ERRORS } = source;
  const documents = {
    'docs/guides/configuration.md': configurationTables(ENV),
    'docs/guides/troubleshooting.md': { errors: errorsTable(ERRORS) },
    'docs/guides/live.md': liveTables(source),
    'docs/guides/rpc.md': rpcTables(source),
    [`${RECORDS}/README.md`]: { records: await recordsTable(root) },
    'docs/benchmarks.md': await benchmarkTables(root),
  };
  const filled = Object.entries(documents).map(async ([path, tables]) => {
    const text = await readFile(join(root, path), 'utf8');
    return [path, fillTables(text, await aligned(tables), path)];
  });
  return Object.fromEntries(await Promise.all(filled));
}

/** As prettier wants them: unlike docs/protocol.md, these documents are formatted as a whole. */
async function aligned(tables) {
  const formatted = Object.entries(tables).map(async ([name, text]) => [
    name,
    (await format(text, { parser: 'markdown' })).trim(),
  ]);
  return Object.fromEntries(await Promise.all(formatted));
}

/** What the last full run of `npm run bench` has left. */
async function benchmarkTables(root) {
  const result = JSON.parse(await readFile(join(root, 'docs/benchmarks.json'), 'utf8'));
  return { machine: machineTable(result), rows: markdownTable(result) };
}

/** One table for each program, of what it reads. */
function configurationTables(env) {
  const of = (reader) => Object.entries(env).filter(([, { readers }]) => readers.includes(reader));
  const row = ([name, variable]) => [
    code(name) + (variable.file ? ' (`_FILE`)' : ''),
    variable.default === undefined ? '–' : code(variable.default),
    variable.meaning,
  ];
  return Object.fromEntries(
    ['server', 'agent', 'cli'].map((reader) => [
      reader,
      table(['variable', 'default', 'meaning'], of(reader).map(row)),
    ]),
  );
}

function errorsTable(errors) {
  const rows = Object.entries(errors).map(([name, { http, exit, hint }]) => [
    code(name),
    String(http),
    String(exit),
    hint,
  ]);
  return table(['code', 'HTTP', 'exit', 'what to do'], rows);
}

/** The fields of a shape in one line; the optional ones with a question mark. */
function fieldsOf({ deriveDefinitions, schemaOf }) {
  const definitions = deriveDefinitions('#/definitions/');
  return (shape) => {
    const { properties = {}, required = [] } = schemaOf(shape, definitions, false);
    const names = Object.keys(properties).map((name) =>
      required.includes(name) ? name : `${name}?`,
    );
    return code(`{${names.join(', ')}}`);
  };
}

/** Fields of a shape that fit into a line of a table; a longer one is told by its name. */
const FIELDS_IN_A_LINE = 18;

function liveTables({ WS_ACTIONS, WS_EVENTS, ...source }) {
  const all = fieldsOf(source);
  const fields = (shape) => {
    const text = all(shape);
    return text.split(', ').length > FIELDS_IN_A_LINE ? code(shape.name) : text;
  };
  const actions = Object.entries(WS_ACTIONS).map(
    ([name, { payload, answer, audience, purpose }]) => [
      ...[code(name), fields(payload), fields(answer), audience, purpose],
    ],
  );
  const events = Object.entries(WS_EVENTS).map(([name, { payload, purpose }]) => [
    ...[code(name), fields(payload), purpose],
  ]);
  return {
    actions: table(['action', 'payload', 'answer', 'needs', 'what it does'], actions),
    events: table(['action', 'payload', 'what it says'], events),
  };
}

/** What an editor may ask for and is told. */
function rpcTables({ RPC_METHODS, RPC_NOTIFICATIONS, RPC_TURN_EVENTS, ...source }) {
  const fields = fieldsOf(source);
  const there = Object.entries(RPC_METHODS).filter(([, { group }]) => group !== 'internal');
  const methods = there.map(([name, { params, result, audience, purpose }]) => [
    ...[code(name), fields(params), fields(result)],
    audience === 'admin' ? `${purpose} (admins)` : purpose,
  ]);
  const notifications = Object.entries(RPC_NOTIFICATIONS).map(([name, { payload, purpose }]) => [
    ...[code(name), fields(payload), purpose],
  ]);
  const events = Object.entries(RPC_TURN_EVENTS).map(([type, shape]) => [
    code(type),
    fields(shape),
  ]);
  const never = Object.entries({ ...source.RPC_UNSUPPORTED, ...source.RPC_UNSENT });
  return {
    methods: table(['method', 'params', 'result', 'what it does'], methods),
    notifications: table(['notification', 'params', 'what it says'], notifications),
    events: table(['event of a turn', 'payload'], events),
    never: table(
      ['name', 'why it is not there'],
      never.map(([name, { reason }]) => [code(name), reason]),
    ),
  };
}

async function recordsTable(root) {
  const files = (await readdir(join(root, RECORDS))).filter((name) => RECORD_FILE.test(name));
  const rows = files.sort().map(async (file) => {
    const text = await readFile(join(root, RECORDS, file), 'utf8');
    const [, number] = RECORD_FILE.exec(file);
    return [number, `[${titleOf(text, number, file)}](${file})`, statusOf(text, file)];
  });
  return table(['number', 'decision', 'status'], await Promise.all(rows));
}

function titleOf(text, number, file) {
  const [, title] = new RegExp(`^# ${number}\\. (.+)\\n`).exec(text) ?? [];
  if (!title) throw new Error(`${RECORDS}/${file} must begin with "# ${number}. <title>"`);
  return title;
}

function statusOf(text, file) {
  const [, status] = /^- Status: (.+)$/m.exec(text) ?? [];
  if (!status) throw new Error(`${RECORDS}/${file} has no line "- Status: …"`);
  return status;
}
