import { faultPoint, type FaultPoint as AnyFaultPoint } from '@kenny/kernel';

type StepOf<P> = P extends `agent.${infer Step}` ? Step : never;

/** Steps of a change call between which this process may die (design §5, §6). */
export type FaultPoint = StepOf<AnyFaultPoint>;

/** Called when a change call reaches a step. */
export interface Faults {
  reach(point: FaultPoint): void;
}

/** In production nothing listens, unless a test preloaded a listener. */
export const PROCESS_FAULTS: Faults = { reach: (step) => faultPoint(`agent.${step}`) };

export const NO_FAULTS: Faults = { reach: () => undefined };
