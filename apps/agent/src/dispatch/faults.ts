import { faultPoint, type FaultPoint as AnyFaultPoint } from '@kenny/kernel';

type StepOf<P> = P extends `agent.${infer Step}` ? Step : never;

/** The steps of a change call between which this process can end (design §5, §6). */
export type FaultPoint = StepOf<AnyFaultPoint>;

/** Who is told that a change call has come to a step. */
export interface Faults {
  reach(point: FaultPoint): void;
}

/** As shipped: nobody listens, unless a test has loaded something into the process before us. */
export const PROCESS_FAULTS: Faults = { reach: (step) => faultPoint(`agent.${step}`) };

export const NO_FAULTS: Faults = { reach: () => undefined };
