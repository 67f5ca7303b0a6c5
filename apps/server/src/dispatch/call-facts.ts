import {
  ratedRisk,
  type ApprovalView,
  type CatalogTool,
  type LookTwiceView,
  type Os,
} from '@kenny/contract';
import { approvalView, changedSince, type GateRecord, type PcFacts } from '@kenny/gate';
import { fixTitle, isHarmlessFix } from '@kenny/health';
import { Injectable } from '@nestjs/common';
import { GuardMirror, SimilarCalls } from '../policy/index.js';
import { FleetService } from '../telemetry/index.js';
import { Targets } from './target.js';
import { knownTool } from './tool-call.js';

/** As in `PcFacts`, at most; what is longer is cut where it is shown. */
const LONGEST_SENTENCE = 500;

type Asked = Pick<GateRecord, 'agent_id' | 'tool' | 'args'>;

/** State of a call's PC, risk and rules: stored with the request, compared when it is decided. */
@Injectable()
export class CallFacts {
  constructor(
    private readonly fleet: FleetService,
    private readonly targets: Targets,
    private readonly mirror: GuardMirror,
    private readonly similar: SimilarCalls,
  ) {}

  /** Stored with a request for whoever decides. */
  async atRequest(
    call: Parameters<SimilarCalls['deniedBefore']>[0],
  ): Promise<Pick<GateRecord, 'pc' | 'fix' | 'denied_before'>> {
    const fix = fixTitle(this.osOf(call), call);
    const pc = this.ofPc(call.agent_id);
    const denied_before = await this.similar.deniedBefore(call);
    return {
      ...(pc ? { pc } : {}),
      ...(fix === undefined ? {} : { fix }),
      ...(denied_before ? { denied_before } : {}),
    };
  }

  /** While it waits, with what has changed since it was requested. */
  async atReading(record: GateRecord): Promise<ApprovalView> {
    if (record.state !== 'pending') return approvalView(record);
    const denied_before = (await this.similar.deniedBefore(record)) ?? record.denied_before;
    const look_twice = await this.lookTwice(record);
    const view = approvalView({
      ...{ ...record, look_twice },
      ...(denied_before ? { denied_before } : {}),
    });
    return { ...view, changed_since: await this.changedSince(record) };
  }

  /** Undefined when the PC is gone. */
  private ofPc(agentId: string): PcFacts | undefined {
    const row = this.fleet.row(agentId);
    if (!row) return undefined;
    const { name, online, connected_since, meta, overall, worst } = row;
    return {
      ...{ name, online, connected_since },
      ...{ version: meta?.version ?? null, health: overall },
      worst: worst ? (worst.reason || worst.name).slice(0, LONGEST_SENTENCE / 2) : null,
    };
  }

  private async changedSince(record: GateRecord): Promise<string[]> {
    const sentences = changedSince(record, {
      pc: this.ofPc(record.agent_id),
      risk: await this.riskNow(record),
      two_key: this.targets.wantsTwoKeys(record.agent_uid),
      refused: await this.refused(record),
      ran: (await this.similar.ranSince(record)) ?? null,
    });
    return sentences.map((sentence) => sentence.slice(0, LONGEST_SENTENCE));
  }

  /** @see ratedRisk */
  riskOf({ risk }: Pick<CatalogTool, 'risk'>, call: Asked): GateRecord['risk'] {
    return ratedRisk(risk, isHarmlessFix(this.osOf(call), call));
  }

  private osOf({ agent_id }: Pick<Asked, 'agent_id'>): Os | undefined {
    return this.fleet.row(agent_id)?.meta?.os;
  }

  /** Of a tool that no longer exists: as it was. */
  async riskNow(record: GateRecord): Promise<GateRecord['risk']> {
    if ((await this.lookTwice(record)).length > 0) return 'high';
    const known = knownTool(record.tool);
    return known ? this.riskOf(known, record) : record.risk;
  }

  /** Marks of then and of now. */
  private async lookTwice({ tool, args, look_twice }: GateRecord): Promise<LookTwiceView[]> {
    const known = knownTool(tool);
    const now = known ? await this.mirror.lookTwice(known.name, args) : [];
    const before = new Set(look_twice.map(({ id }) => id));
    return [...look_twice, ...now.filter(({ id }) => !before.has(id))];
  }

  private async refused({ tool, args }: GateRecord): Promise<string | null> {
    const known = knownTool(tool);
    if (!known) return 'names a tool that this server has no more';
    const verdict = await this.mirror.judge(known.name, args);
    return verdict.blocked ? verdict.reason : null;
  }
}
