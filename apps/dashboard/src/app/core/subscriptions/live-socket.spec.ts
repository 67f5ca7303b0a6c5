import { TestBed } from '@angular/core/testing';
import { ANSWER_MS, QUIET_MS } from '@kenny/client';
import { FakeWebSocket } from '../../../../test/fake-web-socket';
import { LiveSocket } from './live-socket';

describe('the socket of the page', () => {
  FakeWebSocket.installed();
  let socket: LiveSocket;

  beforeEach(() => {
    socket = TestBed.inject(LiveSocket);
    socket.connect();
    FakeWebSocket.last.accept();
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

  describe('when nothing comes', () => {
    const pings = () => FakeWebSocket.last.sent.filter(({ action }) => action === 'ping').length;

    it('asks whether the server is there, and stays when it is', async () => {
      jest.advanceTimersByTime(QUIET_MS - 1);
      expect(pings()).toBe(0);
      jest.advanceTimersByTime(1);
      expect(pings()).toBe(1);
      await FakeWebSocket.last.answer('ping', {});
      jest.advanceTimersByTime(ANSWER_MS);
      expect([socket.state(), FakeWebSocket.opened.length]).toEqual(['open', 1]);
      jest.advanceTimersByTime(QUIET_MS - ANSWER_MS);
      expect(pings()).toBe(2);
    });

    it('connects anew when no answer comes', () => {
      const silent = FakeWebSocket.last;
      jest.advanceTimersByTime(QUIET_MS + ANSWER_MS - 1);
      expect(socket.state()).toBe('open');
      jest.advanceTimersByTime(1);
      expect([socket.state(), silent.readyState]).toEqual(['waiting', 3]);
      jest.runOnlyPendingTimers();
      expect([socket.state(), FakeWebSocket.opened.length]).toEqual(['connecting', 2]);
    });

    it('takes whatever comes for an answer', async () => {
      jest.advanceTimersByTime(QUIET_MS);
      await FakeWebSocket.last.push('fleet.patch', { agents: [] });
      jest.advanceTimersByTime(ANSWER_MS);
      expect(socket.state()).toBe('open');
    });

    it('asks nobody while there is no connection, and nobody after the end', () => {
      const broken = FakeWebSocket.last;
      broken.breakOff();
      socket.disconnect();
      expect(jest.getTimerCount()).toBe(0);
      expect(broken.sent).toEqual([]);
    });
  });
});
