import { WS_PATH } from '@kenny/contract/client';
import { WebSocket } from 'ws';
import { percentile } from '../figures.mjs';

/** Slower than the limit of requests on one socket. */
const LOOK_MS = 60;
const SOCKETS = 8;

/** How long an answer on `/ws` takes, asked again and again by some who are connected already. */
export async function wsTrips(target, { seconds }) {
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => opened(target)));
  for (const socket of sockets) await trip(socket);
  const each = sockets.map((socket) => timesOf(socket, seconds));
  const times = (await Promise.all(each)).flat();
  for (const socket of sockets) socket.terminate();
  return { count: times.length, p50: percentile(times, 50), p99: percentile(times, 99) };
}

async function opened({ url, ca, token }) {
  const socket = new WebSocket(new URL(WS_PATH, url.replace(/^http/, 'ws')), {
    ...{ ca, perMessageDeflate: false, headers: { authorization: `Bearer ${token}` } },
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

async function timesOf(socket, seconds) {
  const times = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    times.push(await trip(socket));
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return times;
}

async function trip(socket) {
  const asked = performance.now();
  const answered = new Promise((resolve, reject) => {
    socket.once('message', resolve).once('close', () => reject(new Error('/ws hung up')));
  });
  const request = { id: 'trip', type: 'request', action: 'health.check', payload: {} };
  socket.send(JSON.stringify(request));
  const answer = JSON.parse(await answered);
  if (answer.type !== 'response') throw new Error(`/ws answered ${JSON.stringify(answer)}`);
  socket.removeAllListeners('close');
  return performance.now() - asked;
}
