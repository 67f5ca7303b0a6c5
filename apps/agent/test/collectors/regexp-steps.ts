/**
 * How much work the regular expressions of `run` are given: one step for each start and for each
 * character between where it starts and where it ends. What one start does at one place is bounded
 * by the expression itself; what grows with a text is how often it starts, and how far it reads.
 */
export function regExpSteps(run: () => unknown): number {
  const original = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec');
  const exec = RegExp.prototype.exec;
  let steps = 0;
  Object.defineProperty(RegExp.prototype, 'exec', {
    configurable: true,
    writable: true,
    // `test`, `match`, `replace` and `split` all come through here (ECMA-262, RegExpExec).
    value(this: RegExp, text: string): RegExpExecArray | null {
      const start = this.global || this.sticky ? this.lastIndex : 0;
      const found = exec.call(this, text);
      const missed = this.sticky ? start : String(text).length;
      steps += 1 + (found ? found.index + found[0].length : missed) - start;
      return found;
    },
  });
  try {
    run();
  } finally {
    if (original) Object.defineProperty(RegExp.prototype, 'exec', original);
  }
  return steps;
}
