import { inWords } from "@/components/words";
import { RECORDING_STATES } from "@/lib/calls/calls/values";
import type { Summary } from "@/lib/data/analytics/schema";
import type { Translator } from "@/messages/translator";
import type { Bar } from "./bars";

type Context = {
  summary: Summary;
  /** Names of agents and campaigns, by ID. */
  names: Readonly<Record<string, string>>;
  hrefOf: (filters: Record<string, string>) => string;
  tStatus: Translator<"calls.status">;
  tRecording: Translator<"analytics.recording">;
};
export type BarChartName = "statuses" | "outcomes" | "recording" | "blocked" | "agents" | "campaigns";
/** `total`: the calls that the shares refer to. */
type BarChart = { chart: BarChartName; bars: Bar[]; total: number };

function recordingLabel(t: Context["tRecording"], state: string): string {
  const recordingState = RECORDING_STATES.find((candidate) => candidate === state);
  return recordingState === undefined ? inWords(state) : t(recordingState);
}

/** The bars of each chart: calls by a property, with a link to them. */
export function barChartsOf({ summary, names, hrefOf, tStatus, tRecording }: Context) {
  const { calls, answered, by_status: statuses } = summary;
  const blocked = statuses.find(({ status }) => status === "blocked")?.calls ?? 0;
  const bar = (name: string, label: string, count: number, filters: Record<string, string>): Bar => ({
    name,
    label,
    calls: count,
    href: hrefOf(filters),
  });
  const ended = { figure: "ended" };
  return {
    statuses: {
      chart: "statuses",
      total: calls,
      bars: statuses.map(({ status, calls: count }) =>
        bar(status, tStatus(status), count, { status, ...ended }),
      ),
    },
    outcomes: {
      chart: "outcomes",
      total: calls,
      bars: summary.outcomes.map(({ tag, calls: count }) =>
        bar(tag, inWords(tag), count, { outcome: tag, ...ended }),
      ),
    },
    recording: {
      chart: "recording",
      total: answered,
      bars: summary.recording.map(({ state, calls: count }) =>
        bar(state, recordingLabel(tRecording, state), count, { recording_state: state, figure: "answered" }),
      ),
    },
    blocked: {
      chart: "blocked",
      total: blocked,
      bars: summary.blocked.map(({ code, calls: count }) =>
        bar(code, inWords(code), count, { blocked_by: code, ...ended }),
      ),
    },
    agents: {
      chart: "agents",
      total: calls,
      bars: summary.by_agent.map(({ agent_id, calls: count }) =>
        bar(agent_id, names[agent_id] ?? agent_id, count, { agent_id, ...ended }),
      ),
    },
    campaigns: {
      chart: "campaigns",
      total: calls,
      bars: summary.by_campaign.map(({ campaign_id, calls: count }) =>
        bar(campaign_id, names[campaign_id] ?? campaign_id, count, { campaign_id, ...ended }),
      ),
    },
  } satisfies Record<BarChartName, BarChart>;
}
