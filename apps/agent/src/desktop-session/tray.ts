import type { CallbackLibrary } from '../platform/windows/native/callbacks.js';
import type { NativeFunction, NativeValue } from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';
import type { Notice } from '../screen/picture-notice.js';
import { wide } from './peer.js';
import type { TrayView } from './tray-view.js';
import { ICON_MESSAGE, openTrayWindow, type TrayWindow } from './tray-window.js';

/** NOTIFYICONDATAW on 64-bit Windows. */
const ICON_DATA = {
  size: 976,
  window: 8,
  id: 16,
  what: 20,
  message: 24,
  icon: 32,
  tip: 40,
  text: 304,
  title: 820,
  mark: 948,
} as const;
/** Without the zero behind each. */
const MOST_BYTES = { tip: 2 * 127, text: 2 * 255, title: 2 * 63 } as const;
/** It sends messages, has an icon and a tooltip. */
const HAS_ALL = 1 | 2 | 4;
/** It has a notice, too. */
const HAS_NOTICE = 0x10;
/** The mark beside a notice that informs, and does not warn. */
const INFORMS = 1;
const [ADD, MODIFY, DELETE] = [0, 1, 2];
const GREYED = 1;
const CHECKED = 8;
const TOGGLE = 1;
/** The right button selects too; the call returns the chosen item. */
const MENU_FLAGS = 0x182;

/** Tray icon with its menu. Everything happens in `pump`. */
export class Tray {
  private readonly window: TrayWindow;
  private readonly notify: NativeFunction;
  private readonly icons = new Map<boolean, NativeValue>();
  private shown = false;

  constructor(
    private readonly library: CallbackLibrary,
    private view: TrayView,
    private readonly onToggle: () => void,
  ) {
    this.window = openTrayWindow(
      library,
      () => this.openMenu(),
      () => this.showAnew(),
    );
    this.notify = library
      .load('shell32.dll')
      .func('int __stdcall Shell_NotifyIconW(uint32_t what, void *data)');
    this.update(view);
  }

  /** Handles what arrived since the last call. */
  pump(): void {
    this.window.pump();
  }

  /** Sets icon and menu. Without a taskbar yet (right after a logon) the next call tries again. */
  update(view: TrayView): void {
    this.view = view;
    this.shown = Boolean(this.notify(this.shown ? MODIFY : ADD, this.data()));
  }

  get isShown(): boolean {
    return this.shown;
  }

  /** Shows a notice at the icon. @returns whether the taskbar took it */
  tell({ title, text }: Notice): boolean {
    if (!this.shown) this.update(this.view);
    const data = this.data();
    data.writeUInt32LE(HAS_ALL | HAS_NOTICE, ICON_DATA.what);
    data.write(text, ICON_DATA.text, MOST_BYTES.text, 'utf16le');
    data.write(title, ICON_DATA.title, MOST_BYTES.title, 'utf16le');
    data.writeUInt32LE(INFORMS, ICON_DATA.mark);
    return this.shown && Boolean(this.notify(MODIFY, data));
  }

  remove(): void {
    if (this.shown) this.notify(DELETE, this.data());
    this.shown = false;
  }

  private showAnew(): void {
    this.shown = false;
    this.update(this.view);
  }

  private data(): Buffer {
    const data = Buffer.alloc(ICON_DATA.size);
    data.writeUInt32LE(ICON_DATA.size, 0);
    data.writeBigInt64LE(BigInt(Number(this.window.handle)), ICON_DATA.window);
    data.writeUInt32LE(1, ICON_DATA.id);
    data.writeUInt32LE(HAS_ALL, ICON_DATA.what);
    data.writeUInt32LE(ICON_MESSAGE, ICON_DATA.message);
    data.writeBigInt64LE(BigInt(Number(this.icon(this.view.on))), ICON_DATA.icon);
    data.write(this.view.tip, ICON_DATA.tip, MOST_BYTES.tip, 'utf16le');
    return data;
  }

  private icon(on: boolean): NativeValue {
    const known = this.icons.get(on);
    if (known !== undefined) return known;
    const create = this.library
      .load('user32.dll')
      .func(
        'int64_t __stdcall CreateIcon(int64_t instance, int width, int height, uint8_t planes, uint8_t bits, void *and, void *xor)',
      );
    const mask = Buffer.alloc((ICON_SIDE * ICON_SIDE) / 8);
    const made =
      handleOf(create(this.window.instance, ICON_SIDE, ICON_SIDE, 1, 32, mask, iconBits(on))) ?? 0;
    this.icons.set(on, made);
    return made;
  }

  /** Blocks this process while the menu is open. */
  private openMenu(): void {
    const user = this.library.load('user32.dll');
    const menu = handleOf(user.func('int64_t __stdcall CreatePopupMenu()')());
    if (menu === undefined) return;
    const append = user.func(
      'int __stdcall AppendMenuW(int64_t menu, uint32_t flags, uint64_t id, void *text)',
    );
    append(menu, GREYED, 0, wide(this.view.tip));
    if (this.view.lastPicture !== undefined) append(menu, GREYED, 0, wide(this.view.lastPicture));
    append(menu, this.view.on ? CHECKED : 0, TOGGLE, wide(this.view.toggle));
    const chosen = this.choose(menu);
    user.func('int __stdcall DestroyMenu(int64_t menu)')(menu);
    if (chosen === TOGGLE) this.onToggle();
  }

  private choose(menu: NativeValue): number {
    const user = this.library.load('user32.dll');
    const point = Buffer.alloc(8);
    user.func('int __stdcall GetCursorPos(void *point)')(point);
    // Otherwise the menu stays open when somebody clicks elsewhere.
    user.func('int __stdcall SetForegroundWindow(int64_t window)')(this.window.handle);
    const track = user.func(
      'int __stdcall TrackPopupMenu(int64_t menu, uint32_t flags, int x, int y, int reserved, int64_t window, void *area)',
    );
    const [x, y] = [point.readInt32LE(0), point.readInt32LE(4)];
    return Number(track(menu, MENU_FLAGS, x, y, 0, this.window.handle, null));
  }
}

/** Side of a tray icon in pixels. */
export const ICON_SIDE = 16;

const ON = [0x5b, 0xa3, 0x2e];
const OFF = [0x8a, 0x8a, 0x8a];

/** BGRA rows from the top, as `CreateIcon` takes them. */
export function iconBits(on: boolean): Buffer {
  const [red = 0, green = 0, blue = 0] = on ? ON : OFF;
  const bits = Buffer.alloc(ICON_SIDE * ICON_SIDE * 4);
  const middle = (ICON_SIDE - 1) / 2;
  for (let at = 0; at < ICON_SIDE * ICON_SIDE; at += 1) {
    const [x, y] = [at % ICON_SIDE, Math.floor(at / ICON_SIDE)];
    const away = Math.hypot(x - middle, y - middle);
    // Filled disc when on; a ring with a diagonal when off.
    const covers = away <= middle && (on || away >= middle - 2 || x === y);
    if (covers) bits.set([blue, green, red, 0xff], at * 4);
  }
  return bits;
}
