import { TestBed } from '@angular/core/testing';
import { FakeWebSocket } from '../../../../test/fake-web-socket';
import { LiveSocket } from './live-socket';

describe('the socket of the page', () => {
  const real = globalThis.WebSocket;
  let socket: LiveSocket;

  beforeEach(() => {
    jest.useFakeTimers();
    FakeWebSocket.opened = [];
    Object.assign(globalThis, { WebSocket: FakeWebSocket });
    socket = TestBed.inject(LiveSocket);
    socket.connect();
    FakeWebSocket.last.accept();
  });
  afterEach(() => {
    socket.disconnect();
    Object.assign(globalThis, { WebSocket: real });
    jest.useRealTimers();
  });

  it('does not wait for a socket to notice that the network is gone', () => {
    window.dispatchEvent(new Event('offline'));
    expect([socket.state(), socket.brokenSince()]).toEqual(['waiting', Date.now()]);
  });

  it('connects as soon as the network is back, and is not misled by the old socket', () => {
    const old = FakeWebSocket.last;
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    FakeWebSocket.last.accept();
    old.breakOff();
    expect([FakeWebSocket.opened.length, socket.state()]).toEqual([2, 'open']);
  });

  it('leaves a page alone that has no connection', () => {
    socket.disconnect();
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    expect([FakeWebSocket.opened.length, socket.state()]).toEqual([1, 'idle']);
  });

  it('is broken from the moment it broke, not from the next attempt', () => {
    FakeWebSocket.last.breakOff();
    expect(socket.brokenSince()).toBe(Date.now());
  });
});
