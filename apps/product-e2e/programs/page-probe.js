/* Runs in the page before its own scripts: when things came, and when they were on the screen. */
/* global window, document, performance, requestAnimationFrame, PerformanceObserver, MutationObserver, MessageChannel */
(() => {
  const probe = { arrived: {}, tasks: [], interactions: [], paint: 0, shift: 0 };
  window.kennyProbe = probe;

  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      // Before the page's own listener, so that its work counts.
      this.addEventListener('message', ({ data }) => {
        const [, action] = /"action":"([^"]+)"/.exec(String(data).slice(0, 200)) ?? [];
        if (action) probe.arrived[action] ??= performance.now();
      });
    }
  };

  const observe = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe('longtask', ({ startTime, duration }) => probe.tasks.push([startTime, duration]));
  observe('event', ({ duration }) => probe.interactions.push(duration), { durationThreshold: 16 });
  // All of them, not the worst five seconds: a little stricter than the metric.
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) probe.shift += value;
  });
  observe('largest-contentful-paint', ({ startTime }) => (probe.paint = startTime));

  /** After the frame that shows what is in the document now. */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });

  /** @returns when it was on the screen, by this page's clock */
  probe.seen = (isThere) =>
    new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return;
        observer.disconnect();
        painted().then(resolve);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, {
        ...{ subtree: true, childList: true, characterData: true },
        ...{ attributes: true, attributeFilter: ['open', 'class'] },
      });
      look();
    });

  probe.text = (text) => probe.seen(() => document.body?.textContent.includes(text));
  probe.selector = (selector) => probe.seen(() => document.querySelector(selector) !== null);
  /** From the next event of that kind until something is on the screen. */
  probe.after = (event, isThere) =>
    new Promise((resolve) => {
      document.addEventListener(
        event,
        ({ timeStamp }) => probe.seen(isThere).then((at) => resolve(at - timeStamp)),
        { capture: true, once: true },
      );
    });

  /**
   * From now on keeps each picture in which something moved: how far the page was scrolled, how high
   * it was, and where the last element stood that fits (null while there is none).
   */
  probe.follow = (selector) => {
    probe.pictures = [];
    const look = () => {
      const box = [...document.querySelectorAll(selector)].at(-1)?.getBoundingClientRect();
      const now = {
        scrolled: Math.round(window.scrollY),
        height: document.documentElement.scrollHeight,
        top: box ? Math.round(box.top) : null,
        bottom: box ? Math.round(box.bottom) : null,
      };
      const last = probe.pictures.at(-1);
      if (!last || Object.keys(now).some((key) => now[key] !== last[key])) probe.pictures.push(now);
      requestAnimationFrame(look);
    };
    look();
  };

  probe.rows = probe.selector('[role=row] a[href^="/fleet/"]');
})();
