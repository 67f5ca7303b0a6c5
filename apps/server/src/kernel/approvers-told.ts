/** Port: when people who may decide are told of a request. */
export abstract class ApproversTold {
  /** Until when all of them are left alone, for a request made now; null when somebody is told, or nobody ever is. */
  abstract heldUntil(pc: {
    readonly agent_uid: string;
    readonly agent_id: string;
  }): Promise<number | null>;
}
