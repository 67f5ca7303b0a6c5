import type { HistoryEntry } from '../../../chat/index.js';
import { TranscriptView } from './transcript.js';

const messagesOf = (content: HistoryEntry['content']) =>
  new TranscriptView().messagesOf({ content }, () => undefined);

describe('a transcript', () => {
  it('has thinking as blocks of its own before the text, and calls behind it', () => {
    const calls = [{ tool_call_id: 'toolu_1', tool: 'fs_list', args: { path: '/tmp' } }];
    const said = { thinking: ['Look first.'], text: 'One moment.', calls };
    expect(messagesOf({ role: 'assistant', ...said })).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look first.' },
          { type: 'text', text: 'One moment.' },
          { type: 'toolCall', id: 'toolu_1', name: 'fs_list', arguments: { path: '/tmp' } },
        ],
      },
    ]);
  });

  it('says of a picture that is too much to show what it was', () => {
    const sides = [1, 1] as const;
    const image = { id: 'p1', mime_type: 'image/png', name: null, bytes: 9, sides };
    expect(messagesOf({ role: 'user', text: '', images: [image] })).toEqual([
      { role: 'user', content: [{ type: 'text', text: '[image/png: too much to show]' }] },
    ]);
  });
});
