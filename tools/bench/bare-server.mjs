import { AGENT_SOCKET_PATH, CAPS } from '@kenny/contract/agent';
import {
  decodeNonce,
  decodeSignature,
  encodeBase64,
  newNonce,
  serverSignatures,
  transcript,
} from '@kenny/handshake/server';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { WebSocketServer } from 'ws';
import { answerCommands } from './answer-commands.mjs';
import { TOOL } from './command-loop.mjs';
import { agentIdOf, signerOf } from './identities.mjs';

/**
 * The floor that everything is held against: `ws`, one Ed25519 signature and one verification per
 * connection, requests handed on and answers handed back as JSON. No framework, no database, no
 * audit, no rules, no rights. Arguments: number of agents, port, and for TLS certificate and key.
 */
const [, , agents, port, certFile, keyFile] = process.argv;
const signatures = serverSignatures();
const signer = signatures.createSigner(randomBytes(32));
const keys = new Map(
  Array.from({ length: Number(agents) }, (_, i) => [agentIdOf(i), signerOf(i).publicKey]),
);
const connected = new Map();
const waiting = new Map();
const watchers = new Set();

const http = certFile
  ? createSecureServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  : createServer();
const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  maxPayload: CAPS.responseBytes,
});
http.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (opened) => {
    if (request.url === AGENT_SOCKET_PATH) shakeHands(opened);
    else watch(opened);
  });
});
http.on('request', (request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part) => (text += part));
  request.on('end', () => {
    const tool = request.url.split('/').at(-1);
    void command({ tool, ...JSON.parse(text) }).then((answer) => reply(response, answer));
  });
});
http.listen(Number(port), '127.0.0.1', () => {
  const scheme = certFile ? 'https' : 'http';
  process.send({ type: 'listening', url: `${scheme}://127.0.0.1:${http.address().port}` });
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());

answerCommands((asked) => command({ tool: TOOL, ...asked }));

/** Kept with what the agent answered. */
function command({ tool, agent_id, args }) {
  return new Promise((resolve) => {
    const id = randomUUID();
    waiting.set(id, ({ result }) => {
      resolve({ call_id: id, result });
      publish({ action: 'audit.row', row: { id, agent_id, tool, ok: true } });
    });
    connected.get(agent_id).send(JSON.stringify({ type: 'request', id, tool, args }));
  });
}

function reply(response, answer) {
  const body = JSON.stringify(answer);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

function watch(socket) {
  watchers.add(socket);
  socket.on('message', () => socket.send('{"type":"response"}'));
  socket.on('close', () => watchers.delete(socket));
}

function publish(event) {
  if (watchers.size === 0) return;
  const text = JSON.stringify(event);
  for (const watcher of watchers) watcher.send(text);
}

function shakeHands(socket) {
  const serverNonce = newNonce();
  let agentId;
  let signed;
  const first = (data) => {
    const { agent_id, client_nonce } = JSON.parse(data);
    agentId = agent_id;
    signed = transcript(agent_id, decodeNonce(client_nonce), serverNonce);
    const server_sig = encodeBase64(signer.sign(signed));
    const server_nonce = encodeBase64(serverNonce);
    socket.send(JSON.stringify({ type: 'challenge', server_nonce, server_sig }));
    socket.once('message', second);
  };
  const second = (data) => {
    const signature = decodeSignature(JSON.parse(data).agent_sig);
    if (!signatures.verify(keys.get(agentId), signed, signature)) return socket.close(4401);
    connected.set(agentId, socket);
    socket.on('message', (frame) => receive(JSON.parse(frame)));
    socket.on('close', () => connected.delete(agentId));
    socket.send('{"type":"policy","rules":[]}');
  };
  socket.once('message', first);
}

function receive(frame) {
  if (frame.type !== 'response') return;
  waiting.get(frame.id)?.(frame);
  waiting.delete(frame.id);
}
