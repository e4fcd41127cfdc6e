import type { ReactNode } from "react";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";
import type { CallCost } from "@/lib/calls/costs/schema";
import type { CallScores } from "@/lib/calls/scores/schema";
import type { TrunkTry } from "@/lib/outreach/trunk-tries/schema";
import { CostPanel } from "./cost-panel";
import { LatencyPanel } from "./latency-panel";
import { DetailsPanel, MetadataPanel, OutcomePanel, TimingPanel, VariablesPanel } from "./panels";
import { ProvidersPanel } from "./providers-panel";
import { ScoresPanel } from "./scores/scores-panel";
import { SipPanel } from "./sip/sip-panel";

/** Panels of a call that only show texts and links, so that the browser loads no code and no texts for them. */
export type CallPanels = Readonly<Record<"outcome" | "variables" | "scores" | "facts", ReactNode>>;

type Data = {
  call: Call;
  /** `names`: variables that a mask can name. */
  agent: { name: string; variables: Variable[]; names: string[] };
  /** Null if it cannot be read. */
  cost: CallCost | null;
  /** Null if they could not be read. */
  scores: CallScores | null;
  mayMark: boolean;
  /** The trunks that the call was tried over. */
  tries: readonly TrunkTry[];
  /** Whether SIP messages of the call are stored. */
  hasSipMessages: boolean;
  /** The panel "Why". */
  explanation: ReactNode;
};

/** Renders the panels of a call on the server: decisions first, then technical details. */
export function renderCallPanels(data: Data): CallPanels {
  const { call, agent, cost, scores, mayMark, tries, hasSipMessages, explanation } = data;
  const masks = { call, names: agent.names };
  return {
    outcome: <OutcomePanel {...masks} />,
    variables: <VariablesPanel {...masks} variables={agent.variables} />,
    scores: <ScoresPanel call={call} scores={scores} variables={agent.names} mayMark={mayMark} />,
    facts: (
      <>
        <DetailsPanel call={call} agentName={agent.name} />
        {explanation}
        <MetadataPanel {...masks} />
        <TimingPanel call={call} />
        <LatencyPanel call={call} />
        {cost !== null && <CostPanel cost={cost} />}
        <ProvidersPanel call={call} />
        <SipPanel call={call} tries={tries} hasMessages={hasSipMessages} />
      </>
    ),
  };
}
