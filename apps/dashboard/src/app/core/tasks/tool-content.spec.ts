import { diffLines, toolContent, unifiedLines } from './tool-content';

const text = (lines: ReturnType<typeof diffLines>) =>
  lines.map(({ sign, text: words }) => sign + words);

describe('what a tool call shows', () => {
  it('has a change with a few lines around it', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\n';
    expect(text(diffLines(before, before.replace('e', 'E')))).toEqual([
      ...[' b', ' c', ' d', '-e', '+E', ' f', ' g'],
    ]);
  });

  it('has a new file, a deleted one, and nothing where nothing changed', () => {
    expect(text(diffLines('', 'a\nb\n'))).toEqual(['+a', '+b']);
    expect(text(diffLines('a\n', ''))).toEqual(['-a']);
    expect(text(diffLines('a\n', 'a\n'))).not.toContain('+a');
  });

  it('reads texts, diffs and output of terminals, and leaves out what it does not know', () => {
    const parts = toolContent([
      { type: 'content', content: { type: 'text', text: 'hello' } },
      { type: 'terminal', output: 'ls' },
      { type: 'hologram' },
      null,
    ]);
    expect(parts).toEqual([
      { kind: 'text', text: 'hello' },
      { kind: 'text', text: 'ls' },
    ]);
    expect(toolContent('no list')).toEqual([]);
  });

  it('tells lines of a unified diff from its heads', () => {
    expect(text(unifiedLines('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n'))).toEqual([
      ...[' --- a/x', ' +++ b/x', ' @@ -1 +1 @@', '-old', '+new'],
    ]);
  });
});
