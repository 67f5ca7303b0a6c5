import fc from 'fast-check';
import {
  plainOutput,
  readsRightToLeft,
  visibleJson,
  visiblePieces,
  visibleText,
  type VisibleStyle,
} from '../index.js';

const STYLES: VisibleStyle[] = ['line', 'block', 'code'];
/** Arbitrary text, rich in what this is about. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '\u001b[2J',
        '\u202e',
        '\u200b',
        ' ',
        '\t',
        '\n',
        '\r',
        '\ud83d',
        'раypal',
        '❤\ufe0f',
      ),
      fc.constantFrom('a', '–', '\u0301', '\u{e0041}', '\u00a0', '👩\u200d💻', '⟨U+202E⟩'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('visibleText', () => {
  it.each([
    ['\u0000\u0007', '⟨U+0000⟩⟨U+0007⟩'],
    ['\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['\u009b2J', '⟨U+009B⟩2J'],
    ['one\ntwo\tthree\r', 'one⟨U+000A⟩two⟨U+0009⟩three⟨U+000D⟩'],
    ['pc\u202efdp.exe', 'pc⟨U+202E⟩fdp.exe'],
    ['\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['a\u200bb\ufeff', 'a⟨U+200B⟩b⟨U+FEFF⟩'],
    ['soft\u00adhyphen', 'soft⟨U+00AD⟩hyphen'],
    ['\u3164', '⟨U+3164⟩'],
    ['tag \u{e0041}\u{e0042}', 'tag ⟨U+E0041⟩⟨U+E0042⟩'],
    ['half \ud83d', 'half ⟨U+D83D⟩'],
    ['line\u2028end', 'line⟨U+2028⟩end'],
  ])('marks what hides in the name %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it.each([
    'Anna’s laptop',
    'Großmutter',
    'Анна',
    'משה',
    '東京',
    '❤️ 👩‍💻 👨‍👩‍👧',
    'naïve…',
    '10\u00a0%',
  ])('leaves the name %s as people write it', (name) => {
    expect(visibleText(name)).toBe(name);
  });

  it('keeps line breaks and tabs in a block, and nothing else that moves the cursor', () => {
    expect(visibleText('a\tb\nc\u001b[H\r', 'block')).toBe('a\tb\nc⟨U+001B⟩[H⟨U+000D⟩');
  });

  it('counts a run of the same hidden character instead of filling the screen', () => {
    expect(visibleText(`a${'\u200b'.repeat(500)}b`)).toBe('a⟨U+200B ×500⟩b');
    expect(visibleText('\u200b\u200c\u200c')).toBe('⟨U+200B⟩⟨U+200C ×2⟩');
  });

  it('marks the fifth accent on one letter, which would grow over the lines around it', () => {
    expect(visibleText('ä\u0301\u0302\u0303')).toBe('ä\u0301\u0302\u0303');
    expect(visibleText(`e${'\u0301'.repeat(30)}`)).toBe(`e${'\u0301'.repeat(4)}⟨U+0301 ×26⟩`);
  });

  it.each([
    ['rm -rf /tmp/x  \necho', 'rm -rf /tmp/x⟨U+0020 ×2⟩\necho'],
    ['echo a\t', 'echo a⟨U+0009⟩'],
    ['a  b\n\tc', 'a  b\n\tc'],
    ['a\u00a0b', 'a⟨U+00A0⟩b'],
    ['a\u2800b', 'a⟨U+2800⟩b'],
    ['❤\ufe0f', '❤⟨U+FE0F⟩'],
    ['dir\r\n', 'dir⟨U+000D⟩\n'],
  ])('in code it marks blanks that mislead: %j', (text, shown) => {
    expect(visibleText(text, 'code')).toBe(shown);
  });

  it.each([
    ['rm –rf', '–', '-'],
    ['echo “x', '“', '"'],
    ['pаypal.com', 'а', 'a'],
    ['сору', 'с', 'c'],
    ['ｒm', 'ｒ', 'r'],
    ['𝚛m', '𝚛', 'r'],
    ['a\u037e b', '\u037e', ';'],
    ['/etc∕passwd', '∕', '/'],
    ['wordЖ', 'Ж', '?'],
  ])('in code it marks the look-alike in %j', (text, char, like) => {
    const piece = visiblePieces(text, 'code').find(({ mark }) => mark?.kind === 'look_alike');
    expect(piece).toMatchObject({ text: char, mark: { like, count: 1 } });
    expect(visibleText(text, 'code')).toContain(`${char}⟨U+`);
  });

  it.each(['C:\\Users\\Анна\\Жук', 'größe é ñ', 'cd 東京', 'echo ελληνικά'])(
    'in code it leaves words of another script alone: %s',
    (text) => {
      expect(visibleText(text, 'code')).toBe(text);
    },
  );

  it('shows nothing that hides, whatever comes', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom(...STYLES), (text, style) => {
        const shown = visibleText(text, style);
        const rest = style === 'line' ? shown : shown.replaceAll(/[\n\t]/g, '');
        // eslint-disable-next-line no-control-regex -- control characters are what this is about
        expect(rest).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(rest).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/);
        expect(rest).not.toMatch(/\p{Cs}|[\u{e0000}-\u{e0fff}]/u);
      }),
    );
  });

  it('drops nothing: the text can be told from its pieces', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom(...STYLES), (text, style) => {
        const again = visiblePieces(text, style).map(({ text: shown, mark }) => {
          if (!mark || mark.like !== undefined) return shown;
          return String.fromCodePoint(Number.parseInt(mark.code.slice(2), 16)).repeat(mark.count);
        });
        expect(again.join('')).toBe(text);
      }),
    );
  });

  it('takes time in proportion to the text, also for what is made to be slow', () => {
    const cost = (length: number): number => {
      const texts = [' ', '\t', '\u0301', '\u200d', 'а', 'aа', '–'].map((unit) =>
        unit.repeat(length),
      );
      const start = performance.now();
      for (const text of texts) for (const style of STYLES) visibleText(`${text}x`, style);
      return performance.now() - start;
    };
    cost(1_000);
    // Quadratic work would take 400 times as long; the bound leaves room for a busy machine.
    expect(cost(40_000)).toBeLessThan(100 * Math.max(cost(2_000), 2));
  });
});

describe('readsRightToLeft', () => {
  it('knows letters that turn what stands beside them', () => {
    expect(readsRightToLeft('del א 1')).toBe(true);
    expect(readsRightToLeft('del ä 1')).toBe(false);
  });
});

describe('plainOutput', () => {
  it.each([
    ['\u001b[1;31merror\u001b[0m: no', 'error: no'],
    ['\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007', 'click'],
    ['\u001b(Bplain\u001b=', 'plain'],
    ['\u009b31mred', 'red'],
    ['one\r\ntwo\n', 'one\ntwo\n'],
    ['50 %\r100 %', '50 %\r100 %'],
    ['open \u001b[12', 'open \u001b[12'],
  ])('reads %j without the terminal', (output, plain) => {
    expect(plainOutput(output)).toBe(plain);
  });

  it('leaves nothing behind that visibleText would not mark', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        // eslint-disable-next-line no-control-regex -- control characters are what this is about
        expect(visibleText(plainOutput(text), 'block')).not.toMatch(/[\u001b\u009b]/);
      }),
    );
  });
});

describe('visibleJson', () => {
  it('is the same value in harmless characters', () => {
    const value = { name: 'pc\u202e\u009b2J', tag: '\u{e0041}', lines: 'a\nb' };
    const shown = visibleJson(JSON.stringify(value));
    expect(shown).toContain('\\u202e\\u009b2J');
    expect(shown).toContain('\\udb40\\udc41');
    expect(JSON.parse(shown)).toEqual(value);
  });

  it('parses to the same value for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(visibleJson(JSON.stringify(value, null, 2)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });
});
