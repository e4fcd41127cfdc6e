"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { api } from "@/components/api";
import type { Filter, Option } from "@/components/filter-bar/filter";
import { useChannelName } from "@/components/use-channel-name";
import { inWords } from "@/components/words";
import {
  CALL_CHANNELS,
  CALL_DIRECTIONS,
  CALL_END_REASONS,
  CALL_FIGURES,
  CALL_STATUSES,
  RECORDING_STATES,
} from "@/lib/calls/calls/values";
import { REASON_CODES } from "@/lib/contacts/policy/values";
import type { Translator } from "@/messages/translator";

const MAX_TAG = 64;
const MAX_ID = 40;
const EXAMPLES = { contact: "ctc_…", score: "polite:failed" } as const;
/** A name of a criterion and a verdict. */
const MAX_SCORE = 80;
/** One page of campaigns. A filter by another one shows its ID. */
const CAMPAIGNS_SHOWN = { limit: "100" };

async function campaignOptions(): Promise<readonly Option[]> {
  const { data } = await api.get("/v1/campaigns", { query: CAMPAIGNS_SHOWN });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

const labeled = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Option[] =>
  values.map((value) => ({ value, label: label(value) }));

type Choices = { agents: readonly Option[]; outcomes: readonly string[] };
/** Names the channels. */
type Naming = { channelName: (channel: string) => string };

/** The filters of the list of calls, in the order of their menu. */
export const callFilters = (
  t: Translator<"calls">,
  { agents, outcomes, channelName }: Choices & Naming,
): readonly Filter[] => [
  { kind: "choice", id: "agent_id", label: t("column.agent"), options: agents },
  {
    kind: "choice",
    id: "status",
    label: t("column.status"),
    options: labeled(CALL_STATUSES, (status) => t(`status.${status}`)),
  },
  {
    kind: "choice",
    id: "outcome",
    label: t("column.outcome"),
    options: labeled(outcomes, inWords),
  },
  {
    kind: "days",
    id: "created",
    label: t("filters.date"),
    after: "created_after",
    before: "created_before",
    zone: "local",
  },
  { kind: "text", id: "tag", label: t("filters.tag"), maxLength: MAX_TAG },
  {
    kind: "choice",
    id: "channel",
    label: t("column.channel"),
    options: labeled(CALL_CHANNELS, channelName),
  },
  {
    kind: "choice",
    id: "direction",
    label: t("column.direction"),
    options: labeled(CALL_DIRECTIONS, (direction) => t(`direction.${direction}`)),
  },
  {
    kind: "duration",
    id: "duration",
    label: t("column.duration"),
    min: "min_duration_ms",
    max: "max_duration_ms",
  },
  { kind: "choice", id: "campaign_id", label: t("filters.campaign"), options: campaignOptions },
  {
    kind: "text",
    id: "contact",
    label: t("filters.contact"),
    placeholder: EXAMPLES.contact,
    maxLength: MAX_ID,
  },
  {
    kind: "choice",
    id: "end_reason",
    label: t("column.endReason"),
    options: labeled(CALL_END_REASONS, (reason) => t(`endReason.${reason}`)),
  },
  {
    kind: "choice",
    id: "figure",
    label: t("filters.figure"),
    options: labeled(CALL_FIGURES, (figure) => t(`figure.${figure}`)),
  },
  {
    kind: "choice",
    id: "recording_state",
    label: t("filters.recording"),
    options: labeled(RECORDING_STATES, (state) => t(`recordingState.${state}`)),
  },
  {
    kind: "choice",
    id: "blocked_by",
    label: t("filters.blockedBy"),
    options: labeled(REASON_CODES, inWords),
  },
  {
    kind: "text",
    id: "score",
    label: t("filters.score"),
    placeholder: EXAMPLES.score,
    maxLength: MAX_SCORE,
  },
];

/** The filters of the list of calls with the options of this workspace. */
export function useCallFilters({ agents, outcomes }: Choices): readonly Filter[] {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  return useMemo(() => callFilters(t, { agents, outcomes, channelName }), [t, agents, outcomes, channelName]);
}
