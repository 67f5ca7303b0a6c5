#!/usr/bin/env node
// An agent on stdio that does what its script says: see `script.ts`. It needs nothing but Node.
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';
import { Steps } from './scripted-steps.mjs';
import { fail } from './scripted-values.mjs';

const [, , given] = process.argv;
if (!given) fail('give it a script, as JSON or as a file');
const script = JSON.parse(given.startsWith('{') ? given : readFileSync(given, 'utf8'));
const deaf = new Set(script.deafTo ?? []);
for (const signal of ['SIGTERM', 'SIGINT']) if (deaf.has(signal)) process.on(signal, () => {});

const seed = script.dialect === 'seed';
const initializeResult = seed
  ? {
      protocolVersion: '1.0',
      serverInfo: { name: 'scripted-agent', version: '1.0.0' },
      capabilities: { streaming: true },
      ...script.agent,
    }
  : {
      protocolVersion: 1,
      agentInfo: { name: 'scripted-agent', version: '1.0.0' },
      agentCapabilities: { mcpCapabilities: { http: true, sse: false } },
      authMethods: [],
      ...script.agent,
    };

/** What is done without being told. */
const DEFAULTS = {
  initialize: [{ reply: initializeResult }],
  'session/new': [{ reply: { sessionId: '{{sessionId}}' } }],
  'session/cancel': seed ? [{ exit: 0 }] : [{ stopPrompt: true }],
  'legacy:control': [{ exit: 0 }],
  '$/cancel_request': [],
};

const steps = new Steps(script);
/** How often each method has come. */
const times = new Map();

/** By what it is told, where the script says so; else by how often. */
function stepsFor(method, message) {
  const time = times.get(method) ?? 0;
  times.set(method, time + 1);
  const told = script.on?.[method];
  if (!told) return DEFAULTS[method] ?? fail(`its script does not cover ${method}`);
  if (Array.isArray(told)) return told;
  const fitting = told.fits?.find(([words]) => JSON.stringify(message).includes(words));
  if (fitting) return fitting[1];
  return told.times[time] ?? fail(`its script does not cover ${method} a ${time + 1}th time`);
}

async function hear(line) {
  if (line.trim() === '') return;
  if (script.heardFile) appendFileSync(script.heardFile, `${line}\n`);
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    fail(`it was sent what is no JSON: ${line.slice(0, 200)}`);
  }
  const { method, id } = message;
  if (message.jsonrpc !== '2.0') {
    if (typeof message.type !== 'string') fail(`it was sent a line of no protocol: ${line}`);
    return run(`legacy:${message.type}`, message);
  }
  if (method === undefined) return steps.answered(id, message);
  if (script.dialect === 'legacy') return;
  if (method === 'session/cancel' && deaf.has('cancel')) return;
  await run(method, message);
}

async function run(name, message) {
  steps.heard(name);
  await steps.run(stepsFor(name, message), message);
}

await steps.run(script.start ?? [], {});
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => void hear(line).catch((error) => fail(error.stack)));
lines.on('close', () => {
  if (deaf.has('end')) setInterval(() => {}, 1_000_000);
  else process.exit(0);
});
