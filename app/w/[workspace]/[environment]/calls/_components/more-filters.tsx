"use client";

import { Box, Button, Drawer, Group, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useAddress } from "@/components/use-address";
import { channelName, inWords } from "@/components/words";
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
const option = (value: string): Option => ({ value, label: inWords(value) });
export const STATUSES: readonly Option[] = CallStatus.options.map(option);

type Props = { agents: Option[]; outcomes: string[] };
type FieldsProps = Props & { address: Address; onDone: () => void };

function Fields({ address, agents, outcomes, onDone }: FieldsProps) {
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
    placeholder: "Any",
    clearable: true,
    clearButtonProps: { "aria-label": `Clear ${label.toLowerCase()}` },
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={apply}>
      <Stack gap="md">
        <Select {...select("agent_id", "Agent")} hiddenFrom="sm" searchable data={agents} />
        <Select {...select("status", "Status")} hiddenFrom="sm" data={STATUSES} />
        <Select
          {...select("channel", "Channel")}
          data={Channel.options.map((value) => ({ value, label: channelName(value) }))}
        />
        <Select {...select("direction", "Direction")} data={Direction.options.map(option)} />
        <Select {...select("outcome", "Outcome")} searchable data={outcomes.map(option)} />
        <Select
          {...select("end_reason", "Ended because")}
          searchable
          data={CallEndReason.options.map(option)}
        />
        <Select {...select("figure", "Counted as")} data={CallFigure.options.map(option)} />
        <Select {...select("recording_state", "Recording")} data={RecordingState.options.map(option)} />
        <TextInput label="Blocked by" placeholder="Any reason" {...form.getInputProps("blocked_by")} />
        <TextInput label="Tag" placeholder="Any" {...form.getInputProps("tag")} />
        <Group grow align="flex-start">
          <TextInput type="date" label="From the day" {...form.getInputProps("from")} />
          <TextInput type="date" label="Until the day" {...form.getInputProps("until")} />
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label="Lasted at least"
            suffix=" s"
            min={0}
            max={86_400}
            {...form.getInputProps("shortest")}
          />
          <NumberInput
            label="Lasted at most"
            suffix=" s"
            min={0}
            max={86_400}
            {...form.getInputProps("longest")}
          />
        </Group>
        <Button type="submit">Show calls</Button>
      </Stack>
    </form>
  );
}

const withCount = (count: number): string => (count === 0 ? "Filters" : `Filters (${count})`);

/** The filters that are asked for less often; where there is little room, all but the search. */
export function MoreFilters(props: Props) {
  const address = useAddress();
  const [opened, { open, close }] = useDisclosure(false);
  const set = (names: readonly string[]): number => names.filter((name) => address.get(name)).length;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={open}
      >
        <Box component="span" visibleFrom="sm">
          {withCount(set(INSIDE))}
        </Box>
        <Box component="span" hiddenFrom="sm">
          {withCount(set([...INSIDE, ...BESIDE]))}
        </Box>
      </Button>
      <Drawer opened={opened} onClose={close} title="Filters" position="right" size="sm">
        <Fields address={address} onDone={close} {...props} />
      </Drawer>
    </>
  );
}
