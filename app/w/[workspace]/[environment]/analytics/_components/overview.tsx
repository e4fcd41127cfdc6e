import { IconChartBar } from "@tabler/icons-react";
import { EmptyState } from "@/components/states";
import { inWords } from "@/components/words";
import type { Series, Summary } from "@/lib/data/analytics/schema";
import { type Bar, Bars } from "./bars";
import { ChartPanel } from "./chart-panel";
import classes from "./figures.module.css";
import { callsBehind, type Scope } from "./links";
import { toChart } from "./points";
import { Tiles } from "./tiles";
import { TimeChart } from "./time-chart";
import { Usage } from "./usage";
import { count, long, money, share, wait } from "./words";

type Props = {
  summary: Summary;
  volume: Series;
  /** Average and p95. */
  duration: Series[];
  /** p50 and p95. */
  latency: Series[];
  /** Of agents and campaigns, by id. */
  names: Readonly<Record<string, string>>;
  scope: Scope;
  mayExport: boolean;
};

const DURATION = [
  { name: "Average", color: "teal.6" },
  { name: "95 % at most", color: "orange.7" },
];
const LATENCY = [
  { name: "Half at most", color: "teal.6" },
  { name: "95 % at most", color: "orange.7" },
];

function tilesOf(summary: Summary, to: (filters: Record<string, string>) => string) {
  const { calls, answered, reached, contained, transferred, opted_out, successful, duration } = summary;
  const { turn_latency: latency, usage } = summary;
  return [
    {
      label: "Calls",
      value: count(calls),
      says: "made in this time and ended",
      href: to({ figure: "ended" }),
    },
    {
      label: "Reached",
      value: share(reached, calls),
      says: `${count(reached)} of ${count(calls)} calls: somebody was put through, or wrote`,
      href: to({ figure: "reached" }),
    },
    {
      label: "Contained",
      value: share(contained, reached),
      says: `${count(contained)} of ${count(reached)} reached: completed without a person; ${count(transferred)} handed over`,
      href: to({ figure: "contained" }),
    },
    {
      label: "Successful",
      value: share(successful, answered),
      says: `${count(successful)} of ${count(answered)} answered calls`,
      href: to({ figure: "successful" }),
    },
    {
      label: "Average duration",
      value: long(duration.average_ms),
      says: `of ${count(duration.calls)} answered calls; 95 % at most ${long(duration.p95_ms)}`,
      href: to({ figure: "answered" }),
    },
    {
      label: "Answers within",
      value: wait(latency.p50_ms),
      says: `half of ${count(latency.turns)} answers; 95 % within ${wait(latency.p95_ms)}`,
      href: to({ figure: "timed" }),
    },
    {
      label: "Opted out",
      value: count(opted_out),
      says: `${share(opted_out, calls)} of calls`,
      href: to({ figure: "opted_out" }),
    },
    {
      label: usage.cost === null ? "Minutes" : "Cost",
      value:
        usage.cost === null
          ? usage.minutes.toLocaleString("en", { maximumFractionDigits: 0 })
          : money(usage.cost, usage.currency),
      says:
        usage.cost === null
          ? "of answered calls"
          : `${usage.minutes.toLocaleString("en", { maximumFractionDigits: 0 })} minutes of answered calls`,
      href: to({ figure: "answered" }),
    },
  ];
}

/** Everything that is counted of a time: figures, charts, what each means, and the calls behind it. */
export function Overview({ summary, volume, duration, latency, names, scope, mayExport }: Props) {
  const to = (filters: Record<string, string>): string => callsBehind(scope, summary, filters);
  if (summary.calls === 0)
    return (
      <EmptyState title="No calls in this time" icon={<IconChartBar size={30} stroke={1.5} aria-hidden />}>
        Figures are of calls that have ended, in the environment of the switch at the top. Take a filter away,
        or a longer time.
      </EmptyState>
    );
  const { calls, answered } = summary;
  const shared = { scope, mayExport };
  const bars = <T extends { calls: number }>(
    list: readonly T[],
    nameOf: (row: T) => string,
    filters: (name: string) => Record<string, string>,
    labelOf: (name: string) => string = inWords,
  ): Bar[] =>
    list.map((row) => {
      const name = nameOf(row);
      return { name, label: labelOf(name), calls: row.calls, href: to(filters(name)) };
    });
  const displayName = (id: string): string => names[id] ?? id;
  const blocked = summary.by_status.find(({ status }) => status === "blocked")?.calls ?? 0;
  return (
    <>
      <Tiles label="Figures" tiles={tilesOf(summary, to)} />
      <div className={classes.grid}>
        <div className={classes.wide}>
          <ChartPanel
            {...shared}
            title="Calls by channel"
            chart="volume"
            says="Calls that have ended, by when they were made."
          >
            <TimeChart
              title="Calls by channel"
              kind="bars"
              format="count"
              {...toChart([volume], scope, { figure: "ended" })}
            />
          </ChartPanel>
        </div>
        <ChartPanel {...shared} title="How calls ended" chart="statuses" says="Of all calls that have ended.">
          <Bars
            bars={bars(
              summary.by_status,
              ({ status }) => status,
              (status) => ({ status }),
            )}
            of={calls}
            none="No call has ended."
          />
        </ChartPanel>
        <ChartPanel
          {...shared}
          title="Outcomes"
          chart="outcomes"
          says="Of all calls that have ended. A conversation has its outcome once it is settled."
        >
          <Bars
            bars={bars(
              summary.outcomes,
              ({ tag }) => tag,
              (outcome) => ({ outcome, figure: "ended" }),
            )}
            of={calls}
            none="No call has an outcome yet."
          />
        </ChartPanel>
        <ChartPanel
          {...shared}
          title="Duration"
          chart="duration"
          says="Of answered calls. The p95 is an upper bound of a histogram, at most a third above the exact value."
        >
          <TimeChart
            title="Duration"
            kind="lines"
            format="long"
            {...toChart(duration, scope, { figure: "answered" }, DURATION)}
          />
        </ChartPanel>
        <ChartPanel
          {...shared}
          title="Time to answer"
          chart="turn-latency"
          says="From the caller's last word to the agent's first, of each answer of settled calls; upper bounds of a histogram too."
        >
          <TimeChart
            title="Time to answer"
            kind="lines"
            format="wait"
            {...toChart(latency, scope, { figure: "timed" }, LATENCY)}
          />
        </ChartPanel>
        <ChartPanel
          {...shared}
          title="Recording"
          chart="recording"
          says="Of answered calls, what there is of each now: a recording expires by its clock."
        >
          <Bars
            bars={bars(
              summary.recording,
              ({ state }) => state,
              (state) => ({ recording_state: state }),
            )}
            of={answered}
            none="No call was answered."
          />
        </ChartPanel>
        <ChartPanel
          {...shared}
          title="Blocked, by reason"
          chart="blocked"
          says="Of calls that were refused before they were placed. One with several reasons is in each."
        >
          <Bars
            bars={bars(
              summary.blocked,
              ({ code }) => code,
              (code) => ({ blocked_by: code }),
            )}
            of={blocked}
            none="No call was blocked."
          />
        </ChartPanel>
        <ChartPanel {...shared} title="Agents" chart="agents" says="Of all calls that have ended.">
          <Bars
            bars={bars(
              summary.by_agent,
              (row) => row.agent_id,
              (id) => ({ agent_id: id, figure: "ended" }),
              displayName,
            )}
            of={calls}
            none="No call has ended."
          />
        </ChartPanel>
        <ChartPanel
          {...shared}
          title="Campaigns"
          chart="campaigns"
          says="Calls and texts that campaigns made."
        >
          <Bars
            bars={bars(
              summary.by_campaign,
              (row) => row.campaign_id,
              (id) => ({ campaign_id: id, figure: "ended" }),
              displayName,
            )}
            of={calls}
            none="No campaign made a call."
          />
        </ChartPanel>
        <div className={classes.wide}>
          <ChartPanel
            {...shared}
            title="Minutes and providers"
            chart="usage"
            says="Answered calls, by what their agents were set to use; where a provider failed, the built-in one stood in. Costs are by the operator's prices, an estimate and no bill."
          >
            <Usage usage={summary.usage} />
          </ChartPanel>
        </div>
      </div>
    </>
  );
}
