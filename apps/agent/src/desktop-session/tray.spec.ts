import { bufferOf, fakeLibrary, type FakeLibrary } from '../../test/windows/fake-library.js';
import { structure } from '../../test/windows/structure.js';
import { pictureNotice } from '../screen/picture-notice.js';
import { iconBits, ICON_SIDE } from './tray.js';
import { trayView } from './tray-view.js';
import { ICON_MESSAGE } from './tray-window.js';
import { Tray } from './tray.js';

/** As documented: NOTIFYICONDATAW; the GUID is a DWORD, two WORDs and eight bytes. */
const ICON_DATA = structure(
  ['cbSize', 'DWORD'],
  ['hWnd', 'HANDLE'],
  ['uID', 'UINT'],
  ['uFlags', 'UINT'],
  ['uCallbackMessage', 'UINT'],
  ['hIcon', 'HANDLE'],
  ['szTip', 'WORD', 128],
  ['dwState', 'DWORD'],
  ['dwStateMask', 'DWORD'],
  ['szInfo', 'WORD', 256],
  ['uVersion', 'UINT'],
  ['szInfoTitle', 'WORD', 64],
  ['dwInfoFlags', 'DWORD'],
  ['guidItem', 'DWORD', 4],
  ['hBalloonIcon', 'HANDLE'],
);
/** WNDCLASSEXW. */
const WINDOW_CLASS = structure(
  ['cbSize', 'UINT'],
  ['style', 'UINT'],
  ['lpfnWndProc', 'POINTER'],
  ['cbClsExtra', 'INT'],
  ['cbWndExtra', 'INT'],
  ['hInstance', 'HANDLE'],
  ['hIcon', 'HANDLE'],
  ['hCursor', 'HANDLE'],
  ['hbrBackground', 'HANDLE'],
  ['lpszMenuName', 'POINTER'],
  ['lpszClassName', 'POINTER'],
  ['hIconSm', 'HANDLE'],
);
/** MSG. */
const MESSAGE = structure(
  ['hwnd', 'HANDLE'],
  ['message', 'UINT'],
  ['wParam', 'POINTER'],
  ['lParam', 'POINTER'],
  ['time', 'DWORD'],
  ['pt', 'LONG', 2],
);
const [ADD, MODIFY, DELETE] = [0, 1, 2];
const TASKBAR = 0xc0de;
const RIGHT_BUTTON_UP = 0x205;

describe('the icon beside the clock', () => {
  let fake: FakeLibrary;
  let hasBar: boolean;
  let chosen: number;
  let queue: number;
  let toggled: number;

  beforeEach(() => {
    [hasBar, chosen, queue, toggled] = [true, 0, 0, 0];
    fake = fakeLibrary({
      GetModuleHandleW: () => 0x7ff6_0000n,
      RegisterWindowMessageW: () => TASKBAR,
      RegisterClassExW: () => 1,
      CreateWindowExW: () => 0x1_0042n,
      DefWindowProcW: () => 77n,
      CreateIcon: () => 0x55n,
      Shell_NotifyIconW: () => (hasBar ? 1 : 0),
      PeekMessageW: () => ((queue -= 1) >= 0 ? 1 : 0),
      TranslateMessage: () => 1,
      DispatchMessageW: () => 0,
      CreatePopupMenu: () => 9n,
      AppendMenuW: () => 1,
      GetCursorPos: () => 1,
      SetForegroundWindow: () => 1,
      TrackPopupMenu: () => chosen,
      DestroyMenu: () => 1,
    });
  });

  const open = (view = trayView(true, undefined, 'en')) =>
    new Tray(fake.library, view, () => (toggled += 1));
  const notified = () =>
    fake.calls.filter(({ name }) => name === 'Shell_NotifyIconW').map(({ args }) => args[0]);
  const click = () => fake.procedure?.(0x1_0042n, ICON_MESSAGE, 1n, BigInt(RIGHT_BUTTON_UP));

  it('is told to Windows as Windows documents it', () => {
    const view = trayView(true, undefined, 'de');
    open(view);
    const data = bufferOf(fake, 'Shell_NotifyIconW');
    const { size, at } = ICON_DATA;
    expect([data.length, data.readUInt32LE(at.cbSize)]).toEqual([size, size]);
    expect(data.readBigInt64LE(at.hWnd)).toBe(0x1_0042n);
    expect(data.readUInt32LE(at.uFlags)).toBe(1 | 2 | 4);
    expect(data.readUInt32LE(at.uCallbackMessage)).toBe(ICON_MESSAGE);
    expect(data.readBigInt64LE(at.hIcon)).toBe(0x55n);
    const tip = data.toString('utf16le', at.szTip, at.dwState).split('\0', 1)[0];
    expect(tip).toBe(view.tip);
  });

  it('has a window of a kind that is written as Windows documents it', () => {
    open();
    const kind = bufferOf(fake, 'RegisterClassExW');
    const { size, at } = WINDOW_CLASS;
    expect([kind.length, kind.readUInt32LE(at.cbSize)]).toEqual([size, size]);
    expect(kind.readBigInt64LE(at.lpfnWndProc)).toBe(0x1234n);
    expect(kind.readBigInt64LE(at.hInstance)).toBe(0x7ff6_0000n);
    expect(kind.readBigUInt64LE(at.lpszClassName)).toBe(0x7ff0_0000n);
  });

  it('never lets a long tip reach beyond its place, nor loses the zero behind it', () => {
    open({ ...trayView(true, undefined, 'en'), tip: 'ü'.repeat(400) });
    const { at } = ICON_DATA;
    const data = bufferOf(fake, 'Shell_NotifyIconW');
    expect(data.readUInt16LE(at.dwState - 2)).toBe(0);
    expect(data.subarray(at.dwState).every((byte) => byte === 0)).toBe(true);
  });

  describe('tells the person', () => {
    const { at } = ICON_DATA;
    const told = () => fake.calls.filter(({ name }) => name === 'Shell_NotifyIconW').at(-1)?.args;
    const dataOf = (args: ReturnType<typeof told>): Buffer => {
      if (!Buffer.isBuffer(args?.[1])) throw new Error('nothing was handed over');
      return args[1];
    };

    it('by a notice that is written as Windows documents it, and stands once', () => {
      const tray = open();
      const notice = pictureNotice(new Date(2026, 5, 4, 14, 3), 'de');
      expect(tray.tell(notice)).toBe(true);
      expect(told()?.[0]).toBe(MODIFY);
      const data = dataOf(told());
      expect(data.readUInt32LE(at.uFlags)).toBe(1 | 2 | 4 | 0x10);
      const textAt = (from: number, to: number) =>
        data.toString('utf16le', from, to).split('\0', 1)[0];
      expect(textAt(at.szInfo, at.uVersion)).toBe(notice.text);
      expect(textAt(at.szInfoTitle, at.dwInfoFlags)).toBe(notice.title);
      expect(data.readUInt32LE(at.dwInfoFlags)).toBe(1);
      tray.update(trayView(true, undefined, 'de'));
      expect(dataOf(told()).readUInt32LE(at.uFlags)).toBe(1 | 2 | 4);
    });

    it('by no text that reaches beyond its place, nor loses the zero behind it', () => {
      open().tell({ title: 'ü'.repeat(100), text: 'ü'.repeat(400) });
      const data = dataOf(told());
      expect(data.readUInt16LE(at.uVersion - 2)).toBe(0);
      expect(data.readUInt32LE(at.uVersion)).toBe(0);
      expect(data.readUInt16LE(at.dwInfoFlags - 2)).toBe(0);
    });

    it('at an icon that the bar takes only now, or says that it could not', () => {
      hasBar = false;
      const tray = open();
      const notice = pictureNotice(new Date(), 'en');
      expect(tray.tell(notice)).toBe(false);
      hasBar = true;
      expect(tray.tell(notice)).toBe(true);
      hasBar = false;
      expect(tray.tell(notice)).toBe(false);
      expect(notified()).toEqual([ADD, ADD, ADD, MODIFY, MODIFY]);
    });
  });

  it('is added once, changed then, and added again when the bar has forgotten it', () => {
    hasBar = false;
    const tray = open();
    expect(tray.isShown).toBe(false);
    hasBar = true;
    tray.update(trayView(false, undefined, 'en'));
    tray.update(trayView(true, undefined, 'en'));
    fake.procedure?.(0x1_0042n, TASKBAR, 0n, 0n);
    tray.remove();
    tray.remove();
    expect(notified()).toEqual([ADD, ADD, MODIFY, ADD, DELETE]);
  });

  it('turns the switch only when its line was chosen', () => {
    open();
    click();
    expect(toggled).toBe(0);
    chosen = 1;
    click();
    expect(toggled).toBe(1);
    expect(fake.calls.filter(({ name }) => name === 'DestroyMenu')).toHaveLength(2);
  });

  it('leaves every other message to Windows', () => {
    open();
    expect(fake.procedure?.(0x1_0042n, 0x0f, 0n, 0n)).toBe(77n);
    expect(fake.procedure?.(0x1_0042n, ICON_MESSAGE, 1n, 0x200n)).toBe(77n);
  });

  it('does what has arrived, with room for a whole message', () => {
    const tray = open();
    queue = 3;
    tray.pump();
    expect(fake.calls.filter(({ name }) => name === 'DispatchMessageW')).toHaveLength(3);
    expect(bufferOf(fake, 'PeekMessageW').length).toBeGreaterThanOrEqual(MESSAGE.size);
  });

  it('is a filled disc while changes are allowed and a ring while they are not', () => {
    const [on, off] = [iconBits(true), iconBits(false)];
    expect([on.length, off.length]).toEqual([ICON_SIDE ** 2 * 4, ICON_SIDE ** 2 * 4]);
    const covered = (bits: Buffer) =>
      bits.filter((byte, at) => at % 4 === 3 && byte === 0xff).length;
    expect(covered(on)).toBeGreaterThan(covered(off));
    expect(on.subarray(0, 4)).toEqual(Buffer.alloc(4));
  });
});
