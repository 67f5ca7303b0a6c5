import { AGENT_TOOL_NAMES, FRAME_TYPES, SECTION_NAMES } from '@kenny/contract/agent';
import {
  fixture,
  frameFixture,
  requestFixture,
  responseFixture,
  sectionFixture,
} from './fixtures.js';

describe('fixtures', () => {
  it('come as fresh copies', () => {
    const first = fixture('frames/register.json');
    expect(first).toMatchObject({ type: 'register' });
    expect(fixture('frames/register.json')).not.toBe(first);
  });

  it('that are missing are named, with what there is', () => {
    expect(() => fixture('frames/nonsense.json')).toThrow(
      /no fixture frames\/nonsense.json; there are: .*register.json/,
    );
    expect(() => fixture('nowhere/x.json')).toThrow('no fixture nowhere/x.json');
  });

  it.each(FRAME_TYPES)('hold the frame %s', (type) => {
    expect(frameFixture(type).type).toBe(type);
  });

  it.each(SECTION_NAMES)('hold the section %s', (name) => {
    expect(sectionFixture(name)).toHaveProperty('status');
  });

  it.each(AGENT_TOOL_NAMES)('hold a request and a response of %s', (tool) => {
    expect(requestFixture(tool).tool).toBe(tool);
    expect(responseFixture(tool).ok).toBe(true);
  });
});
