import { TASK_LIMITS } from '@kenny/contract';

/** Characters of a transcript that an agent is told. */
const TRANSCRIPT = 60_000;

export interface SaidBefore {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** The first prompt of a task: what people wrote, and nothing else. */
export function taskText({ title, description }: { title: string; description: string }): string {
  return description.trim() === '' ? title : `${title}\n\n${description}`;
}

/** The same prompt again, after an attempt that came to no end. */
export function againText(text: string): string {
  return (
    'You were cut off while you worked on the message below. Look first at what is done already, ' +
    `and do no step twice.\n\n${text}`
  );
}

/** For an agent that has to begin a new session: what was said in the one before. */
export function withTranscript(said: readonly SaidBefore[], text: string): string {
  if (said.length === 0) return text;
  const lines: string[] = [];
  let room = TRANSCRIPT;
  for (const { role, text: words } of [...said].reverse()) {
    const line = `${role === 'user' ? 'Person' : 'You'}: ${words}`;
    if (line.length > room) {
      lines.push('(what came before is left out)');
      break;
    }
    room -= line.length;
    lines.push(line);
  }
  return (
    'Your earlier session could not be opened again. This was said in it:\n\n' +
    `${lines.reverse().join('\n\n')}\n\n` +
    `(end of the earlier session)\n\nNow:\n\n${text}`
  );
}

/** As an environment variable: no NUL, and not longer than a description with its title. */
export function variableText(text: string): string {
  return text.replaceAll('\0', '').slice(0, TASK_LIMITS.title + TASK_LIMITS.description + 2);
}
