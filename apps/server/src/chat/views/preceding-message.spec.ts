import { SAID_BEFORE_LENGTH, type TurnEvent } from '@kenny/contract';
import { precedingMessage } from './preceding-message.js';

let told: TurnEvent[];
beforeEach(() => (told = []));

function tell(type: TurnEvent['type'], payload: TurnEvent['payload']): void {
  const sequence = told.length + 1;
  told.push({ session_id: 's', turn_id: 't', sequence, at: 1, type, payload });
}
const say = (text: string) => tell('assistantMessage', { text });
function wait(toolCallId: string, approvalId: string): void {
  tell('toolCall', { toolCallId, toolName: 'shell_exec' });
  tell('toolPending', { toolCallId, approvalId });
}

describe('what was said before a call', () => {
  it('is the last text before it, and not one after it', () => {
    say('I look.');
    tell('toolCall', { toolCallId: 'c0' });
    tell('toolResult', { toolCallId: 'c0' });
    say(' It is stuck. ');
    wait('c1', 'apr_1');
    say('Now the other one.');
    wait('c2', 'apr_2');
    expect(precedingMessage(told, 'apr_1')).toEqual({ text: 'It is stuck.', cut: false });
    expect(precedingMessage(told, 'apr_2')).toEqual({ text: 'Now the other one.', cut: false });
  });

  it('is an earlier one where the call came without a word', () => {
    say('I do both.');
    wait('c1', 'apr_1');
    say('');
    wait('c2', 'apr_2');
    expect(precedingMessage(told, 'apr_2').text).toBe('I do both.');
  });

  it('is nothing where nothing was said, and for a call of another turn', () => {
    wait('c1', 'apr_1');
    say('Later.');
    expect(precedingMessage(told, 'apr_1')).toEqual({ text: null, cut: false });
    expect(precedingMessage(told, 'apr_9')).toEqual({ text: null, cut: false });
  });

  it('is the end of a long text, and says that there is more', () => {
    const end = `${'x'.repeat(SAID_BEFORE_LENGTH - 1)}!`;
    say(`A beginning. ${end}`);
    wait('c1', 'apr_1');
    expect(precedingMessage(told, 'apr_1')).toEqual({ text: end, cut: true });
  });
});
