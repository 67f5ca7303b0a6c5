import { responseFixture } from '@kenny/testing';
import { toolResult, type ToldEnd } from './tool-view.js';

const SCREEN = { id: 'toolu_1', tool: 'screen_capture', args: { display: 0 }, agentId: 'pc1' };
const data = Buffer.from('\x89PNG\r\n\x1a\n and the rest of it', 'latin1').toString('base64');
const ended = (end: ToldEnd) => toolResult(SCREEN, end);

describe('the result of a tool', () => {
  it('that is a picture has it beside its words, in plain base64', () => {
    const result = { image_b64: data, width: 1, height: 1 };
    expect(ended({ status: 'ok', result })).toMatchObject({
      ...{
        toolCallId: 'toolu_1',
        toolName: 'screen_capture',
        args: { display: 0, agentId: 'pc1' },
      },
      content: 'A picture of the screen.',
      result: {
        ...{ content: 'A picture of the screen.', isError: false },
        images: [{ type: 'image', data, mimeType: 'image/png' }],
      },
    });
  });

  it('has no picture when the PC sent something else in its place', () => {
    for (const image_b64 of [42, null, '<svg/>', data.slice(0, -1)]) {
      expect(ended({ status: 'ok', result: { image_b64 } }).result).toMatchObject({ images: [] });
    }
  });

  it('that failed has none either, and says why', () => {
    const error = { code: 'exec_failed', message: 'no screen' };
    const failed = ended({ status: 'error', result: { image_b64: data }, error });
    expect(failed.result).toEqual({
      ...{ content: 'Error: no screen', isError: true, images: [], code: 'exec_failed' },
    });
  });

  it('of any other tool is text, whatever fields it has', () => {
    const call = { ...SCREEN, tool: 'fs_list' };
    const result = { ...responseFixture('fs_list').result, image_b64: data };
    expect(toolResult(call, { status: 'ok', result }).result).toEqual({
      ...{ content: JSON.stringify(result, null, 2), isError: false, images: [] },
    });
  });
});
