"use client";

import { Box, Button, Drawer, Group, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useAddress } from "@/components/use-address";
import { useChannelName } from "@/components/use-channel-name";
import { inWords } from "@/components/words";
import {
  CallEndReason,
  CallFigure,
  CallStatus,
  Channel,
  Direction,
  RecordingState,
} from "@/lib/calls/calls/schema";
import { beginOf, dayOf } from "./day";

/** Filters beside the drawer's button on wide screens, and inside it on narrow ones. */
const BESIDE = ["agent_id", "status"] as const;
/** Filters that are always in the drawer. */
const INSIDE = [
  "channel",
  "direction",
  "outcome",
  "end_reason",
  "figure",
  "recording_state",
  "blocked_by",
  "tag",
  "created_after",
  "created_before",
  "min_duration_ms",
  "max_duration_ms",
] as const;
const SECOND_MS = 1_000;
const DAY_BEFORE = -1;

type Address = ReturnType<typeof useAddress>;
type Seconds = number | "";
const seconds = (ms: string | null): Seconds => (ms === null ? "" : Math.round(Number(ms) / SECOND_MS));
const milliseconds = (s: Seconds): string | null => (s === "" ? null : String(s * SECOND_MS));

/** `created_before` is where the day after the last one begins. */
const lastDay = (at: string | null): string => {
  const day = dayOf(at);
  return day === "" ? "" : dayOf(beginOf(day, DAY_BEFORE));
};

/** `created_after` may be the last millisecond of the day before the first one. */
function firstDay(at: string | null): string {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(ms) ? "" : dayOf(new Date(ms + 1).toISOString());
}

const valuesOf = ({ get }: Address) => ({
  agent_id: get("agent_id"),
  status: get("status"),
  channel: get("channel"),
  direction: get("direction"),
  outcome: get("outcome"),
  end_reason: get("end_reason"),
  figure: get("figure"),
  recording_state: get("recording_state"),
  blocked_by: get("blocked_by") ?? "",
  tag: get("tag") ?? "",
  from: firstDay(get("created_after")),
  until: lastDay(get("created_before")),
  shortest: seconds(get("min_duration_ms")),
  longest: seconds(get("max_duration_ms")),
});

type Option = { value: string; label: string };
const outcomeOption = (value: string): Option => ({ value, label: inWords(value) });
/** Options of a filter, with the labels of a namespace. */
const optionsOf = <Value extends string>(
  values: readonly Value[],
  label: (value: Value) => string,
): Option[] => values.map((value) => ({ value, label: label(value) }));

export function useStatusOptions(): Option[] {
  const t = useTranslations("calls.status");
  return optionsOf(CallStatus.options, (status) => t(status));
}

type Props = { agents: Option[]; outcomes: string[] };
type FieldsProps = Props & { address: Address; onDone: () => void };

function Fields({ address, agents, outcomes, onDone }: FieldsProps) {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  const statuses = useStatusOptions();
  const form = useForm({ initialValues: valuesOf(address) });
  const apply = form.onSubmit(({ from, until, shortest, longest, tag, blocked_by, ...filters }) => {
    address.set({
      ...filters,
      tag: tag.trim(),
      blocked_by: blocked_by.trim(),
      created_after: beginOf(from),
      created_before: beginOf(until, 1),
      min_duration_ms: milliseconds(shortest),
      max_duration_ms: milliseconds(longest),
    });
    onDone();
  });
  const select = (
    name:
      | (typeof BESIDE)[number]
      | "channel"
      | "direction"
      | "outcome"
      | "end_reason"
      | "figure"
      | "recording_state",
    label: string,
  ) => ({
    label,
    placeholder: t("filters.any"),
    clearable: true,
    clearButtonProps: { "aria-label": t("filters.clear", { name: label }) },
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={apply}>
      <Stack gap="md">
        <Select {...select("agent_id", t("column.agent"))} hiddenFrom="sm" searchable data={agents} />
        <Select {...select("status", t("column.status"))} hiddenFrom="sm" data={statuses} />
        <Select {...select("channel", t("column.channel"))} data={optionsOf(Channel.options, channelName)} />
        <Select
          {...select("direction", t("column.direction"))}
          data={optionsOf(Direction.options, (value) => t(`direction.${value}`))}
        />
        <Select {...select("outcome", t("column.outcome"))} searchable data={outcomes.map(outcomeOption)} />
        <Select
          {...select("end_reason", t("column.endReason"))}
          searchable
          data={optionsOf(CallEndReason.options, (value) => t(`endReason.${value}`))}
        />
        <Select
          {...select("figure", t("filters.figure"))}
          data={optionsOf(CallFigure.options, (value) => t(`figure.${value}`))}
        />
        <Select
          {...select("recording_state", t("filters.recording"))}
          data={optionsOf(RecordingState.options, (value) => t(`recordingState.${value}`))}
        />
        <TextInput
          label={t("filters.blockedBy")}
          placeholder={t("filters.blockedByExample")}
          {...form.getInputProps("blocked_by")}
        />
        <TextInput label={t("filters.tag")} placeholder={t("filters.any")} {...form.getInputProps("tag")} />
        <Group grow align="flex-start">
          <TextInput type="date" label={t("filters.from")} {...form.getInputProps("from")} />
          <TextInput type="date" label={t("filters.to")} {...form.getInputProps("until")} />
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label={t("filters.minDuration")}
            suffix=" s"
            min={0}
            max={86_400}
            {...form.getInputProps("shortest")}
          />
          <NumberInput
            label={t("filters.maxDuration")}
            suffix=" s"
            min={0}
            max={86_400}
            {...form.getInputProps("longest")}
          />
        </Group>
        <Button type="submit">{t("filters.action")}</Button>
      </Stack>
    </form>
  );
}

/** The less common filters, in a drawer. On narrow screens the drawer has every filter except the search. */
export function MoreFilters(props: Props) {
  const t = useTranslations("calls.filters");
  const address = useAddress();
  const [opened, { open, close }] = useDisclosure(false);
  const label = (names: readonly string[]): string => {
    const count = names.filter((name) => address.get(name)).length;
    return count === 0 ? t("title") : t("titleCount", { count });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={open}
      >
        <Box component="span" visibleFrom="sm">
          {label(INSIDE)}
        </Box>
        <Box component="span" hiddenFrom="sm">
          {label([...INSIDE, ...BESIDE])}
        </Box>
      </Button>
      <Drawer opened={opened} onClose={close} title={t("title")} position="right" size="sm">
        <Fields address={address} onDone={close} {...props} />
      </Drawer>
    </>
  );
}
