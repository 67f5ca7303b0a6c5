export {
  AddressRefused,
  canonicalAddress,
  cleanHost,
  pinned,
  systemResolve,
  type Resolve,
} from './address-guard.js';
export {
  exchange,
  openExchange,
  textOf,
  type ExchangeLimits,
  type HttpAnswer,
  type AnyHttpMessage,
  type HttpMessage,
} from './exchange.js';
