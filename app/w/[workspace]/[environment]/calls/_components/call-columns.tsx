import { OutcomeBadge, StatusBadge } from "@/components/call-badges";
import { costText } from "@/components/cost-text";
import { NO_VALUE } from "@/components/no-value";
import { Pill } from "@/components/pill";
import pillClasses from "@/components/pill.module.css";
import { RowLink } from "@/components/row-link";
import type { Column } from "@/components/table-column";
import { Time } from "@/components/time";
import { clock } from "@/components/words";
import type { Formatter, Translator } from "@/messages/translator";
import type { CallRow } from "./call-row";

const MAX_TAGS_SHOWN = 3;

/** Names by id, for agents that a list of calls mentions. */
export type AgentNames = Readonly<Record<string, string>>;

const tagsCell = (t: Translator<"calls">, tags: readonly string[]) => {
  if (tags.length === 0) return NO_VALUE;
  const more = tags.length - MAX_TAGS_SHOWN;
  return (
    <span className={pillClasses.pills}>
      {tags.slice(0, MAX_TAGS_SHOWN).map((tag) => (
        <Pill key={tag}>{tag}</Pill>
      ))}
      {more > 0 && t("list.moreTags", { count: more })}
    </span>
  );
};

/** `query`: the list's filters, which the link of a row keeps. */
type Options = {
  agents: AgentNames;
  channelName: (channel: string) => string;
  format: Formatter;
  query: string;
};

/** The columns of the list of calls. */
export const callColumns = (
  t: Translator<"calls">,
  { agents, channelName, format, query }: Options,
): readonly Column<CallRow>[] => [
  {
    id: "created_at",
    header: t("column.call"),
    sort: "created_at",
    hidable: false,
    width: 190,
    cell: ({ id, created_at }) => (
      <RowLink href={`/calls/${id}${query}`}>
        <Time at={created_at} />
      </RowLink>
    ),
  },
  {
    id: "agent",
    header: t("column.agent"),
    narrow: "plain",
    width: 210,
    cell: ({ agent_id, is_draft }) => (
      <>
        {agents[agent_id] ?? <code>{agent_id}</code>} {is_draft && <Pill>{t("list.draft")}</Pill>}
      </>
    ),
  },
  {
    id: "channel",
    header: t("column.channel"),
    narrow: "plain",
    cell: ({ channel }) => channelName(channel),
  },
  { id: "status", header: t("column.status"), narrow: "corner", cell: (call) => <StatusBadge call={call} /> },
  {
    id: "outcome",
    header: t("column.outcome"),
    narrow: "plain",
    cell: ({ outcome }) => (outcome === null ? NO_VALUE : <OutcomeBadge outcome={outcome} />),
  },
  { id: "tags", header: t("column.tags"), narrow: "plain", cell: ({ tags }) => tagsCell(t, tags) },
  {
    id: "duration",
    header: t("column.duration"),
    sort: "duration_ms",
    align: "right",
    width: 120,
    cell: ({ duration_ms }) => (duration_ms === null ? NO_VALUE : clock(duration_ms)),
  },
  {
    id: "cost",
    header: t("column.cost"),
    hidden: true,
    align: "right",
    cell: ({ cost }) => (cost === null || cost.total.length === 0 ? NO_VALUE : costText(format, cost.total)),
  },
  {
    id: "end_reason",
    header: t("column.endReason"),
    hidden: true,
    cell: ({ end_reason }) => (end_reason === null ? NO_VALUE : t(`endReason.${end_reason}`)),
  },
  {
    id: "direction",
    header: t("column.direction"),
    hidden: true,
    cell: ({ direction }) => t(`direction.${direction}`),
  },
  { id: "from", header: t("column.from"), hidden: true, cell: ({ from }) => from ?? NO_VALUE },
  { id: "to", header: t("column.to"), hidden: true, cell: ({ to }) => to ?? NO_VALUE },
  {
    id: "latency",
    header: t("column.latency"),
    hidden: true,
    align: "right",
    cell: ({ latency_ms: ms }) => (ms === null ? NO_VALUE : t("column.milliseconds", { ms })),
  },
  { id: "id", header: t("column.id"), hidden: true, cell: ({ id }) => <code>{id}</code> },
];
