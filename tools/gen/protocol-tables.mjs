import { agentFeatures, toCatalog } from './contract.mjs';
import { describeType, sketch } from './schema-sketch.mjs';

/**
 * The tables of docs/protocol.md, by the name of their marker. Names and numbers come from the
 * definitions; what only a document says about them stands here, and a missing line is an error.
 */
export function protocolTables(source, examples) {
  const { tools, sections } = toCatalog(source);
  const schemas = frameSchemas(source);
  return {
    frames: framesTable(source.FRAMES),
    ...prefixed('fields', schemas, fieldsTable),
    ...prefixed('example', examples, (text) => `\`\`\`json\n${text.trim()}\n\`\`\``),
    errors: errorsTable(source.ERRORS),
    tools: toolsTable(tools.filter(({ where }) => where === 'agent')),
    'tool-limits': toolLimitsTable(tools.filter(({ where }) => where === 'agent')),
    'server-tools': serverToolsTable(tools.filter(({ where }) => where === 'server')),
    sections: sectionsTable(sections),
    caps: capsTable(source.CAPS),
    rates: ratesTable(source.RATES),
    times: timesTable(source.TIMES),
    'close-codes': closeCodesTable(source.CLOSE_CODES),
    features: featuresTable(
      'AGENT_FEATURES',
      agentFeatures(source),
      { ...newToolMeanings(source), ...FEATURE_MEANINGS },
      'the agent',
    ),
    'server-features': featuresTable(
      'SERVER_FEATURES',
      source.SERVER_FEATURES,
      SERVER_FEATURE_MEANINGS,
      'the server',
    ),
  };
}

const prefixed = (prefix, entries, render) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [`${prefix}-${name}`, render(value)]),
  );

function frameSchemas({ FRAMES, deriveDefinitions, schemaOf }) {
  const definitions = deriveDefinitions('#/definitions/');
  return Object.fromEntries(
    Object.entries(FRAMES).map(([type, { shape }]) => [type, schemaOf(shape, definitions, false)]),
  );
}

/** A table of GitHub's Markdown. */
export function table(head, rows) {
  // GFM splits a row at every bar, also inside code.
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text) => `\`${text}\``;
const systems = (os) => (os.length === 3 ? 'all' : os.join(', '));

function framesTable(frames) {
  const rows = Object.entries(frames).map(([type, { direction, purpose }]) => [
    code(type),
    direction,
    purpose,
  ]);
  return table(['type', 'direction', 'what it does'], rows);
}

function fieldsTable(schema) {
  return table(['field', 'required', 'value'], fieldRows(schema, ''));
}

/** A row per field; the fields of what it holds follow, as `meta.os` or `rules[].id`. */
function fieldRows({ properties, required = [] }, path) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.items ?? schema;
    const place = `${path}${name}${schema.items ? '[]' : ''}`;
    return [
      [code(path + name), required.includes(name) ? 'yes' : 'no', describeType(schema)],
      ...(inner.properties ? fieldRows(inner, `${place}.`) : []),
    ];
  });
}

function errorsTable(errors) {
  const rows = Object.entries(errors).map(([name, { wire, http, ws, rpc, exit, hint }]) => [
    code(name),
    wire ? 'yes' : '',
    String(http),
    ws,
    code(rpc),
    String(exit),
    hint,
  ]);
  return table(['code', 'on the tunnel', 'HTTP', '`/ws`', '`/rpc`', 'exit', 'what to do'], rows);
}

function toolsTable(tools) {
  const rows = tools.map(({ name, args, result, description, hidden }) => [
    code(name),
    code(sketch(args)),
    name === 'telemetry_collect' ? 'a snapshot' : code(sketch(result)),
    hidden ? `${description} Never offered to a model.` : description,
  ]);
  return table(['tool', 'args', 'result', 'what it does'], rows);
}

function toolLimitsTable(tools) {
  const rows = tools.map(({ name, effect, risk, sensitive, os, deadline, guards }) => [
    code(name),
    effect === 'change' ? `change, ${risk} risk` : sensitive ? 'sensitive read' : 'read',
    systems(os),
    `${deadline.default_s} s${deadline.from ? ` or ${code(deadline.from)}` : ''}`,
    guardWords(guards) || '–',
  ]);
  return table(['tool', 'effect', 'systems', 'deadline', 'read by the guard'], rows);
}

function guardWords(guards) {
  const byArgument = new Map();
  for (const [group, args] of Object.entries(guards))
    for (const arg of args) byArgument.set(arg, [...(byArgument.get(arg) ?? []), group]);
  return [...byArgument].map(([arg, groups]) => `${code(arg)}: ${groups.join(', ')}`).join('; ');
}

function serverToolsTable(tools) {
  const rows = tools.map(({ name, args, result, description }) => [
    code(name),
    code(sketch(args)),
    code(sketch(result)),
    description,
  ]);
  return table(['tool', 'args', 'result', 'what it does'], rows);
}

function sectionsTable(sections) {
  const common = ['status', 'summary', 'readable', 'unreadable_reason'];
  const rows = sections.map(({ name, group, mandatory, os, payload, description }) => {
    const own = Object.entries(payload.properties).filter(([field]) => !common.includes(field));
    const fields = sketch({ properties: Object.fromEntries(own), required: payload.required });
    return [code(name), group, mandatory ? 'yes' : '', systems(os), code(fields), description];
  });
  return table(['section', 'group', 'always sent', 'systems', 'fields', 'what it holds'], rows);
}

const CAP_MEANINGS = {
  preAuthBytes: 'a frame before the agent has proved who it is',
  telemetryBytes: 'a `telemetry` frame',
  logBytes: 'a `log` frame',
  telemetryDayBytes: "what is stored of one PC's telemetry in a day by UTC; the rest is dropped",
  logDayBytes: "what is stored of one PC's `log` frames in a day by UTC; the rest is dropped",
  responseBytes: 'a `response` frame',
  partBytes: 'the text of one `response_part`',
  partsBytes: "one PC's answers that come in parts and are not whole yet",
  partsAllBytes: 'the same of all PCs; the PC that fills the most loses its answers',
  partsOpen: "one PC's answers that come in parts at the same time",
  lifeBytes: 'must arrive in an interval for bytes to be a sign of life',
  storedPartBytes: 'a stored answer that `call_status` gives at once, with `most`',
  agentResultBytes:
    "what kenny's own agent sends at most; beyond it `exec_failed: result too large`",
  httpBodyBytes: 'the body of an HTTP request; of one without a login 8 KiB',
  httpBodyNodes: 'values in such a body',
  httpPageBytes: 'rows of a list in one HTTP answer; a shorter page comes with `next_cursor`',
  unsentBytes: 'unsent data towards one agent; beyond it the socket is terminated',
  depth: 'levels of nesting in a frame',
  nodes: 'values in a frame',
  outputBytes: 'output of a program, both streams together; the rest is cut with `truncated`',
  fsReadBytes: 'content of `fs_read`; the rest is cut with `truncated`',
  screenWidth: 'width of a picture of the screens, in points',
  screenBytes: 'such a picture as a PNG file',
  fsListEntries: 'entries of `fs_list`',
  fsFolderSizes: 'folders in an answer to `fs_folder_sizes`, the largest',
  fsSearchMatches: 'matches of `fs_search`',
  wingetSearch: 'programs in an answer to `winget_search`, the best matches',
  guardTextBytes: 'text the guard judges; a longer one is `blocked`',
  heardBytes:
    'answers to one MCP session, or one token without sessions, that are compared with its requests',
  heardAllBytes: 'the same of all together; the oldest make room',
  heardAnswers: 'such answers of one session or token',
  heardListeners: 'sessions and tokens whose answers are kept',
};

function capsTable(caps) {
  const rows = explained('CAPS', caps, CAP_MEANINGS).map(([name, value, meaning]) => [
    name.endsWith('Bytes') ? bytes(value) : value.toLocaleString('en-GB'),
    meaning,
  ]);
  return table(['at most', 'of'], rows);
}

const RATE_MEANINGS = {
  frame: 'frames that nobody asked for; beyond it the socket is not read for a while',
  telemetry: '`telemetry` frames; more are dropped',
  log: '`log` frames; more are dropped',
  malformed: 'frames that are dropped for their shape; more end the connection with 4400',
  lateResponse: '`response` frames that nobody waits for; more are dropped',
  unwantedKiB: 'KiB in frames that are dropped or late; more end the connection with 4400',
};

function ratesTable(rates) {
  const rows = explained('RATES', rates, RATE_MEANINGS).map(([, { everyMs, burst }, meaning]) => [
    `one each ${everyMs < 1000 ? `${everyMs} ms` : duration(everyMs)}`,
    String(burst),
    meaning,
  ]);
  return table(['one PC may send', 'at once', 'of'], rows);
}

const TIME_MEANINGS = {
  handshakeMs: 'for the first frame, and again for `auth`',
  heartbeatMs: 'between two `ping` of an agent',
  missedIntervals: 'intervals without any sign of life until a PC counts as offline',
  floodMs: 'of frames beyond what a PC may send end the connection with 4400',
  heardMs:
    'such answers are kept: in a session from its last call on, without one each from when it came',
  deadlineGraceMs: "the server waits beyond a tool's deadline before it says `timeout`",
  answerMs: 'and this much longer while the parts of an answer keep coming',
  frameMs: 'bytes keep a connection alive without a whole frame',
  journalMs: "an agent's journal knows a change call",
};

function timesTable(times) {
  const rows = explained('TIMES', times, TIME_MEANINGS).map(([name, value, meaning]) => [
    name.endsWith('Ms') ? duration(value) : String(value),
    meaning,
  ]);
  return table(['time', 'what'], rows);
}

const HOUR_MS = 3_600_000;
const duration = (ms) => (ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : `${ms / 1000} s`);

const CLOSE_MEANINGS = {
  protocol: ['protocol error', 'waits as after any broken connection'],
  unauthenticated: ['not authenticated', 'waits 60 s'],
  removed: ['PC removed, or its key revoked', 'waits 5 to 15 minutes'],
  replaced: ['another connection with the same id took over', 'waits 5 to 15 minutes'],
  sealBroken: ['the sealed channel broke (reserved)', 'waits as after any broken connection'],
  busy: [
    'the server is busy',
    'waits as long as the reason says (ADR 0043), else as after any end',
  ],
};

function closeCodesTable(closeCodes) {
  const rows = explained('CLOSE_CODES', closeCodes, CLOSE_MEANINGS).map(
    ([, value, [meaning, then]]) => [String(value), meaning, then],
  );
  return table(['code', 'meaning', 'what the agent does'], rows);
}

const FEATURE_MEANINGS = {
  cancel: 'ends a running request on a `cancel` frame',
  posix_rules: 'understands `applies_to: "posix"` in a `policy` frame',
  response_parts:
    'sends large answers as `response_part` where the server takes them, and `call_status` with `most`',
};

const newToolMeanings = (source) =>
  Object.fromEntries(
    agentFeatures(source)
      .filter((name) => source.TOOLS.some((tool) => tool.name === name))
      .map((name) => [name, `answers the tool \`${name}\``]),
  );

const SERVER_FEATURE_MEANINGS = {
  response_parts: 'takes `response_part`, and says with `response_ack` what has arrived',
};

function featuresTable(list, features, meanings, who) {
  const named = Object.fromEntries(features.map((feature) => [feature, feature]));
  const rows = explained(list, named, meanings);
  return table(
    ['feature', who],
    rows.map(([name, , meaning]) => [code(name), meaning]),
  );
}

/** Joins values with what the document says of them; both sides must name the same things. */
function explained(list, values, meanings) {
  for (const name of Object.keys(meanings))
    if (!(name in values)) throw new Error(`docs/protocol.md explains ${list}.${name}: it is gone`);
  return Object.entries(values).map(([name, value]) => {
    if (!meanings[name]) throw new Error(`say what ${list}.${name} means in protocol-tables.mjs`);
    return [name, value, meanings[name]];
  });
}

const bytes = (value) =>
  value % 2 ** 20 === 0 ? `${value / 2 ** 20} MiB` : `${value / 2 ** 10} KiB`;
