import type { NativeFunction, NativeLibrary, NativeValue } from './library.js';
import { handleOf } from './memory-layout.js';

/** State of one wireless adapter. */
export interface NativeWifi {
  connected: boolean;
  ssid: string | null;
  signal: number | null;
  channel: number | null;
}

const CLIENT_VERSION = 2;
const CURRENT_CONNECTION = 7;
const CHANNEL_NUMBER = 8;
const CONNECTED = 1;
const SERVICE_NOT_ACTIVE = 1062;
/** WLAN_INTERFACE_INFO_LIST: a header of 8, then WLAN_INTERFACE_INFO. */
const LIST = { header: 8, entry: 532, guid: 16, state: 528 } as const;
/** WLAN_CONNECTION_ATTRIBUTES. */
const CONNECTION = { ssidLength: 520, ssid: 524, signal: 576 } as const;
const MOST_ADAPTERS = 16;

/** One entry per wireless adapter; none where the PC has no wireless service. */
export function readNativeWifi(library: NativeLibrary): NativeWifi[] {
  const api = loadWireless(library);
  if (!api) return [];
  const openHandle = api.func(
    'uint32_t __stdcall WlanOpenHandle(uint32_t version, void *reserved, void *negotiated, void *handle)',
  );
  const handleBytes = Buffer.alloc(8);
  const error = openHandle(CLIENT_VERSION, null, Buffer.alloc(4), handleBytes);
  if (error === SERVICE_NOT_ACTIVE) return [];
  const handle = handleOf(handleBytes.readBigInt64LE(0));
  if (error !== 0 || handle === undefined) {
    throw new Error(`the wireless service does not answer (error ${String(error)})`);
  }
  try {
    return adapters(library, api, handle);
  } finally {
    api.func('uint32_t __stdcall WlanCloseHandle(int64_t handle, void *reserved)')(handle, null);
  }
}

/** Servers without the wireless feature lack the library. */
function loadWireless(library: NativeLibrary): ReturnType<NativeLibrary['load']> | undefined {
  try {
    return library.load('wlanapi.dll');
  } catch {
    return undefined;
  }
}

function adapters(
  library: NativeLibrary,
  api: ReturnType<NativeLibrary['load']>,
  handle: NativeValue,
): NativeWifi[] {
  const list = api.func(
    'uint32_t __stdcall WlanEnumInterfaces(int64_t handle, void *reserved, void *list)',
  );
  const query = api.func(
    'uint32_t __stdcall WlanQueryInterface(int64_t handle, void *guid, int code, void *reserved, ' +
      'void *size, void *data, void *type)',
  );
  const free = api.func('void __stdcall WlanFreeMemory(int64_t memory)');
  const pointer = Buffer.alloc(8);
  const error = list(handle, null, pointer);
  const memory = pointer.readBigInt64LE(0);
  if (error !== 0 || memory === 0n) {
    throw new Error(`the wireless service names no adapters (error ${String(error)})`);
  }
  const count = Math.min(bytesOf(library, memory, LIST.header).readUInt32LE(0), MOST_ADAPTERS);
  const infos = bytesOf(library, memory, LIST.header + count * LIST.entry);
  free(memory);
  const ask = (guid: Buffer, code: number): Buffer =>
    answerOf(library, query, free, handle, guid, code);
  return Array.from({ length: count }, (_, index) => {
    const at = LIST.header + index * LIST.entry;
    if (infos.readUInt32LE(at + LIST.state) !== CONNECTED) return NOT_CONNECTED;
    const guid = infos.subarray(at, at + LIST.guid);
    return parseConnection(ask(guid, CURRENT_CONNECTION), ask(guid, CHANNEL_NUMBER));
  });
}

const NOT_CONNECTED: NativeWifi = { connected: false, ssid: null, signal: null, channel: null };

function answerOf(
  library: NativeLibrary,
  query: NativeFunction,
  free: NativeFunction,
  handle: NativeValue,
  guid: Buffer,
  code: number,
): Buffer {
  const [size, data] = [Buffer.alloc(4), Buffer.alloc(8)];
  const error = query(handle, Buffer.from(guid), code, null, size, data, null);
  const memory = data.readBigInt64LE(0);
  // Since Windows 11 24H2 the location setting decides whether programs may see the network.
  if (error !== 0 || memory === 0n) {
    throw new Error(`Windows does not tell about the connection (error ${String(error)})`);
  }
  const bytes = bytesOf(library, memory, size.readUInt32LE(0));
  free(memory);
  return bytes;
}

/** A copy, because Windows frees the memory. */
function bytesOf(library: NativeLibrary, memory: bigint, length: number): Buffer {
  return Buffer.from(library.view(memory, length).slice(0));
}

export function parseConnection(attributes: Buffer, channel: Buffer): NativeWifi {
  if (attributes.length < CONNECTION.signal + 4 || channel.length < 4) {
    throw new Error('Windows tells about the connection in an unknown form');
  }
  const length = Math.min(attributes.readUInt32LE(CONNECTION.ssidLength), 32);
  const ssid = attributes.toString('utf8', CONNECTION.ssid, CONNECTION.ssid + length);
  return {
    connected: true,
    ssid: ssid === '' ? null : ssid,
    signal: Math.min(100, attributes.readUInt32LE(CONNECTION.signal)),
    channel: channel.readUInt32LE(0),
  };
}
