import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one request, call or socket carries. */
export interface RequestFields {
  request_id?: string;
  call_id?: string;
  agent_id?: string;
  operator_id?: string;
}

const storage = new AsyncLocalStorage<RequestFields>();

/**
 * Who and what the running code works for: set at the doors, read by the logger. It carries ids
 * for logs only; nothing decides by it (that is `CallContext`, passed by hand).
 */
export const requestContext = {
  /** Runs `fn` with these fields on top of those around it. */
  run<T>(fields: RequestFields, fn: () => T): T {
    return storage.run({ ...storage.getStore(), ...fields }, fn);
  },
  /** Adds what was learned later (the operator after authentication); does nothing outside `run`. */
  add(fields: RequestFields): void {
    const current = storage.getStore();
    if (current) Object.assign(current, fields);
  },
  fields(): Readonly<RequestFields> {
    return storage.getStore() ?? {};
  },
};
