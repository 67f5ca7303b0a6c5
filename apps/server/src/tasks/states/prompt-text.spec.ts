import { againText, taskText, variableText, withTranscript } from './prompt-text.js';

it('tells an agent the title of a task and what people wrote below it', () => {
  expect(taskText({ title: 'Fix it', description: 'The printer.' })).toBe('Fix it\n\nThe printer.');
  expect(taskText({ title: 'Fix it', description: ' ' })).toBe('Fix it');
});

it('tells an agent that was cut off what it worked on', () => {
  expect(againText('Fix it')).toMatch(/cut off[^]*\n\nFix it$/);
});

it('tells an agent with a new session what was said in the one before', () => {
  const text = withTranscript(
    [
      { role: 'user', text: 'Fix it' },
      { role: 'assistant', text: 'Done.' },
    ],
    'Really?',
  );
  expect(text).toMatch(/Person: Fix it\n\nYou: Done\.[^]*Now:\n\nReally\?$/);
  expect(withTranscript([], 'Really?')).toBe('Really?');
});

it('leaves out the beginning of what is too long', () => {
  const long = { role: 'user', text: 'x'.repeat(50_000) } as const;
  const text = withTranscript([{ role: 'user', text: 'first' }, long, long], 'Now');
  expect(text).toContain('(what came before is left out)');
  expect(text).not.toContain('first');
  expect(text.length).toBeLessThan(70_000);
});

it('is no variable with a NUL in it', () => {
  expect(variableText('a\0b')).toBe('ab');
});
