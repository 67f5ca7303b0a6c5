import { chooseMode, isWideMode } from './choose-mode.js';
import type { ConfigOption, SessionModes } from './mode.js';

const modes = (currentModeId: string, ...ids: string[]): SessionModes => ({
  currentModeId,
  available: ids.map((id) => ({ id, name: id })),
});
const CLAUDE = ['auto', 'default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];

describe('of the modes that an agent offers', () => {
  it.each<[string, SessionModes, string, string]>([
    ['Claude', modes('default', ...CLAUDE), 'default', 'default'],
    ['Claude, started wide', modes('bypassPermissions', ...CLAUDE), 'default', 'default'],
    ['Gemini', modes('yolo', 'default', 'autoEdit', 'yolo', 'plan'), 'default', 'default'],
    ['Codex', modes('auto', 'read-only', 'auto', 'full-access'), 'read-only', 'read-only'],
    ['opencode', modes('build', 'build', 'plan'), 'plan', 'plan'],
    ['one that is not known', modes('careful', 'careful', 'careless'), 'careful', 'careful'],
    ['one that is not listed', modes('odd'), 'odd', 'odd'],
    [
      'one in a mode that is not listed',
      { ...modes('a', 'plan'), currentModeId: 'a' },
      'plan',
      'plan',
    ],
  ])('%s', (_agent, offered, ask, deny) => {
    expect(chooseMode('ask', offered, [])).toMatchObject({ modeId: ask });
    expect(chooseMode('deny', offered, [])).toMatchObject({ modeId: deny });
  });

  it('takes none when each acts without asking', () => {
    expect(chooseMode('ask', modes('yolo', 'yolo', 'auto'), [])).toBe('too_wide');
    const named = { currentModeId: '1', available: [{ id: '1', name: 'Skip all checks' }] };
    expect(chooseMode('ask', named, [])).toBe('too_wide');
  });

  it('is not fooled by the id of a mode whose name is wide', () => {
    const available = [
      { id: 'default', name: 'Bypass permissions' },
      { id: 'plan', name: 'Plan' },
    ];
    expect(chooseMode('ask', { currentModeId: 'default', available }, [])).toMatchObject({
      modeId: 'plan',
    });
  });

  it('says nothing to an agent that is in the mode already', () => {
    expect(chooseMode('ask', modes('default', 'default'), [])).toEqual({
      ...{ modeId: 'default', by: 'nothing' },
    });
    expect(chooseMode('ask', modes('plan', 'default'), [])).toEqual({
      ...{ modeId: 'default', by: 'set_mode' },
    });
  });
});

describe('of the choices that an agent offers', () => {
  const option: ConfigOption = {
    ...{ id: 'm', name: 'Mode', category: 'mode', type: 'select', currentValue: 'auto' },
    values: [
      { value: 'auto', name: 'Auto' },
      { value: 'read-only', name: 'Read only' },
    ],
  };

  it('takes the one that is a mode', () => {
    const model: ConfigOption = { ...option, id: 'x', category: 'model' };
    expect(chooseMode('ask', undefined, [model, option])).toEqual({
      ...{ modeId: 'read-only', by: { configId: 'm' } },
    });
  });

  it('is none when no choice is one', () => {
    expect(chooseMode('ask', undefined, [{ ...option, category: 'model' }])).toBe('none');
    expect(chooseMode('ask', undefined, [])).toBe('none');
  });

  it('is too wide when no value is narrow', () => {
    const wide = { ...option, values: [{ value: 'auto', name: 'Auto' }] };
    expect(chooseMode('ask', undefined, [wide])).toBe('too_wide');
  });
});

it.each([
  ...['yolo', 'bypassPermissions', 'full-access', 'auto', 'autoEdit', 'acceptEdits', 'dontAsk'],
  ...["don't ask", 'workspace-write', 'never ask', 'Auto-accept', 'danger-full-access'],
])('%s is a mode in which an agent acts without asking', (id) => {
  expect(isWideMode({ id, name: '' })).toBe(true);
});
it.each(['default', 'plan', 'read-only', 'ask', 'build', 'manual'])('%s is not', (id) => {
  expect(isWideMode({ id, name: id })).toBe(false);
});
