/** DI token of the `Clock` port (`@kenny/contract`); provided by `ConfigModule`. */
export const CLOCK = Symbol('CLOCK');
