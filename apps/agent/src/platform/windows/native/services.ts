import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import type { NativeLibrary, NativeValue } from './library.js';
import { type Block, filledBlock, handleOf, textBehind } from './memory-layout.js';

const SC_MANAGER_ENUMERATE = 0x5;
const SERVICE_QUERY_CONFIG = 0x1;
const SERVICE_WIN32 = 0x30;
const SERVICE_STATE_ALL = 3;
const TRIGGER_INFO = 8;
const CONFIG_BYTES = 8 * 1024;
/** ENUM_SERVICE_STATUS_PROCESSW on 64-bit Windows. */
const ENTRY = { size: 56, name: 0, display: 8, state: 20 } as const;
/** QUERY_SERVICE_CONFIGW. */
const START_TYPE = 4;
const AUTO_START = 2;

const STATES: Readonly<Record<number, string>> = {
  1: SERVICE_STATUS.stopped,
  2: 'Start Pending',
  3: 'Stop Pending',
  4: SERVICE_STATUS.running,
  5: 'Continue Pending',
  6: 'Pause Pending',
  7: 'Paused',
};
const STARTS: Readonly<Record<number, string>> = {
  0: 'Boot',
  1: 'System',
  [AUTO_START]: SERVICE_START.auto,
  3: SERVICE_START.manual,
  4: SERVICE_START.disabled,
};

/** Every service with its state and start type. */
export function readNativeServices(library: NativeLibrary): ReportedService[] {
  const api = library.load('advapi32.dll');
  const openManager = api.func(
    'int64_t __stdcall OpenSCManagerW(void *pc, void *db, uint32_t access)',
  );
  const close = api.func('int __stdcall CloseServiceHandle(int64_t handle)');
  const list = api.func(
    'int __stdcall EnumServicesStatusExW(int64_t manager, int info, uint32_t type, uint32_t state, ' +
      'void *services, uint32_t size, void *needed, void *count, void *resume, void *group)',
  );
  const manager = handleOf(openManager(null, null, SC_MANAGER_ENUMERATE));
  if (manager === undefined) throw new Error('the service manager does not let the agent look');
  try {
    const count = Buffer.alloc(4);
    const block = filledBlock(library, (buffer, size, needed) => {
      const resume = Buffer.alloc(4);
      const args: NativeValue[] = [manager, 0, SERVICE_WIN32, SERVICE_STATE_ALL, buffer, size];
      return Boolean(list(...args, needed, count, resume, null));
    });
    if (!block) throw new Error('the service manager named no services');
    const startOf = startReader(library, manager);
    return parseServices(block, count.readUInt32LE(0)).map((service) => ({
      ...service,
      start: startOf(service.name),
    }));
  } finally {
    close(manager);
  }
}

export function parseServices(block: Block, count: number): Omit<ReportedService, 'start'>[] {
  const found: Omit<ReportedService, 'start'>[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = index * ENTRY.size;
    if (at + ENTRY.size > block.bytes.length) break;
    const name = textBehind(block, at + ENTRY.name);
    if (name === undefined || name === '') continue;
    const display = textBehind(block, at + ENTRY.display) ?? null;
    const status = STATES[block.bytes.readUInt32LE(at + ENTRY.state)] ?? null;
    found.push({ name, display, status });
  }
  return found;
}

/** Null for a service whose configuration even the agent may not read. */
function startReader(
  library: NativeLibrary,
  manager: NativeValue,
): (name: string) => string | null {
  const api = library.load('advapi32.dll');
  const open = api.func(
    'int64_t __stdcall OpenServiceW(int64_t manager, str16 name, uint32_t access)',
  );
  const close = api.func('int __stdcall CloseServiceHandle(int64_t handle)');
  const config = api.func(
    'int __stdcall QueryServiceConfigW(int64_t service, void *config, uint32_t size, void *needed)',
  );
  const more = api.func(
    'int __stdcall QueryServiceConfig2W(int64_t service, uint32_t level, void *data, uint32_t size, void *needed)',
  );
  return (name) => {
    const service = handleOf(open(manager, name, SERVICE_QUERY_CONFIG));
    if (service === undefined) return null;
    const [data, needed] = [Buffer.alloc(CONFIG_BYTES), Buffer.alloc(4)];
    const start = config(service, data, CONFIG_BYTES, needed) ? data.readUInt32LE(START_TYPE) : -1;
    const triggers = Buffer.alloc(CONFIG_BYTES);
    const told = more(service, TRIGGER_INFO, triggers, CONFIG_BYTES, needed);
    close(service);
    return startWord(start, told ? triggers.readUInt32LE(0) : 0);
  };
}

/** A trigger-start service may be stopped: no reason for a warning. */
export function startWord(start: number, triggers: number): string | null {
  if (start === AUTO_START && triggers > 0) return SERVICE_START.trigger;
  return STARTS[start] ?? null;
}
