import type { CallbackLibrary } from '../platform/windows/native/callbacks.js';
import type { NativeFunction, NativeValue } from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';
import { wide } from './peer.js';

const CLASS_NAME = 'kenny-agent-session';
/** WNDCLASSEXW on 64-bit Windows. */
const WINDOW_CLASS = { size: 80, procedure: 8, instance: 24, name: 64 } as const;
const MESSAGE_BYTES = 48;
const REMOVE = 1;
/** Our window message, sent by the icon; the event is the low word of lParam. */
export const ICON_MESSAGE = 0x8001;
const LEFT_BUTTON_UP = 0x202;
const RIGHT_BUTTON_UP = 0x205;

export interface TrayWindow {
  readonly handle: NativeValue;
  readonly instance: NativeValue;
  /** Handles pending messages, then returns. */
  pump(): void;
}

/**
 * Hidden window that receives the icon's messages. Its procedure is ours, because some of these
 * messages never enter the queue.
 * @param onClick a mouse button was released over the icon
 * @param onTaskbar the taskbar was restarted and has lost its icons
 */
export function openTrayWindow(
  library: CallbackLibrary,
  onClick: () => void,
  onTaskbar: () => void,
): TrayWindow {
  const user = library.load('user32.dll');
  const instance = handleOf(
    library.load('kernel32.dll').func('int64_t __stdcall GetModuleHandleW(void *name)')(null),
  );
  if (instance === undefined) throw new Error('Windows does not know this program');
  const taskbar = Number(
    user.func('uint32_t __stdcall RegisterWindowMessageW(void *name)')(wide('TaskbarCreated')),
  );
  const otherwise = user.func(
    'int64_t __stdcall DefWindowProcW(int64_t window, uint32_t message, int64_t first, int64_t last)',
  );
  const procedure = library.register(
    (window, message, first, last) => {
      if (Number(message) === ICON_MESSAGE && isClick(Number(last))) onClick();
      else if (Number(message) === taskbar) onTaskbar();
      else return answerOf(otherwise, [window, message, first, last]);
      return 0;
    },
    library.pointer(
      library.proto(
        'int64_t __stdcall TrayProcedure(int64_t window, uint32_t message, int64_t first, int64_t last)',
      ),
    ),
  );
  registerClass(library, user.func('uint16_t __stdcall RegisterClassExW(void *kind)'), {
    procedure,
    instance,
  });
  const create = user.func(
    'int64_t __stdcall CreateWindowExW(uint32_t extended, void *kind, void *title, uint32_t style, int x, int y, int width, int height, int64_t parent, int64_t menu, int64_t instance, void *data)',
  );
  const name = wide(CLASS_NAME);
  const handle = handleOf(create(0, name, name, 0, 0, 0, 0, 0, 0, 0, instance, null));
  if (handle === undefined) throw new Error('Windows cannot create a window');
  return { handle, instance, pump: pumpOf(user) };
}

function registerClass(
  library: CallbackLibrary,
  register: NativeFunction,
  { procedure, instance }: { procedure: bigint; instance: NativeValue },
): void {
  const kind = Buffer.alloc(WINDOW_CLASS.size);
  const name = wide(CLASS_NAME);
  kind.writeUInt32LE(WINDOW_CLASS.size, 0);
  kind.writeBigUInt64LE(procedure, WINDOW_CLASS.procedure);
  kind.writeBigInt64LE(BigInt(Number(instance)), WINDOW_CLASS.instance);
  kind.writeBigUInt64LE(library.address(name), WINDOW_CLASS.name);
  if (!register(kind)) throw new Error('Windows cannot register a window class');
}

function pumpOf(user: ReturnType<CallbackLibrary['load']>): () => void {
  const peek = user.func(
    'int __stdcall PeekMessageW(void *message, int64_t window, uint32_t from, uint32_t to, uint32_t how)',
  );
  const translate = user.func('int __stdcall TranslateMessage(void *message)');
  const dispatch = user.func('int64_t __stdcall DispatchMessageW(void *message)');
  const message = Buffer.alloc(MESSAGE_BYTES);
  return () => {
    while (peek(message, 0, 0, 0, REMOVE)) {
      translate(message);
      dispatch(message);
    }
  };
}

const isClick = (last: number): boolean =>
  [LEFT_BUTTON_UP, RIGHT_BUTTON_UP].includes(last & 0xffff);

function answerOf(otherwise: NativeFunction, parts: NativeValue[]): NativeValue {
  const answer = otherwise(...parts);
  return typeof answer === 'bigint' || typeof answer === 'number' ? answer : 0;
}
