const WORDS = [
  ...['id', 'type', 'agent_id', 'args', 'tool', 'payload', 'action', 'method', 'params', 'jsonrpc'],
  ...['register', 'response', 'request', 'tools/call', '2.0', 'shell_exec', 'name', '__proto__'],
  ...['', '\u0000', '\ud800', '../../etc', '1e999', 'constructor'],
];

/** The same seed gives the same values; good enough to repeat what broke something. */
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  const of = (items) => items[below(items.length)];
  const value = (depth = 0) => {
    const kind = below(depth > 3 ? 5 : 8);
    if (kind === 0) return null;
    if (kind === 1) return next() < 0.5;
    if (kind === 2) return (next() - 0.5) * 10 ** below(20);
    if (kind < 5) return of(WORDS).repeat(next() < 0.05 ? 500 : 1);
    if (kind === 5) return Array.from({ length: below(5) }, () => value(depth + 1));
    return Object.fromEntries(
      Array.from({ length: below(6) }, () => [of(WORDS), value(depth + 1)]),
    );
  };
  return { below, of, value, chance: (part) => next() < part };
}
