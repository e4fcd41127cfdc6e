"use client";

import { Button, Group, Paper, Select, TextInput } from "@mantine/core";
import { useAddress } from "@/components/use-address";
import { channelName } from "@/components/words";
import { Channel } from "@/lib/calls/calls/schema";

type Option = { value: string; label: string };
type Props = {
  agents: Option[];
  campaigns: Option[];
  /** Which days are counted; null where the address is not valid. */
  days: { first: string; last: string } | null;
  today: string | null;
};

const NAMES = ["from", "to", "agent_id", "campaign_id", "channel"] as const;
const CHANNELS = Channel.options.map((value) => ({ value, label: channelName(value) }));
const SPANS = [7, 30, 90] as const;

/** A day so many days before another. */
function before(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, "2026-11-24".length);
}

/** Which calls are counted. All of it is in the address, so that a link shows the same. */
export function Filters({ agents, campaigns, days, today }: Props) {
  const address = useAddress();
  const set = (name: string) => (value: string | null) => address.set({ [name]: value });
  const select = (name: "agent_id" | "campaign_id" | "channel", label: string, every: string) => ({
    label,
    placeholder: every,
    value: address.get(name),
    onChange: set(name),
    clearable: true,
    clearButtonProps: { "aria-label": every },
    flex: { base: "1 1 100%", sm: "1 1 150px" },
    maw: { sm: 220 },
  });
  const date = (name: "from" | "to", label: string, day: string | undefined) => (
    <TextInput
      key={`${name} ${day}`}
      type="date"
      label={label}
      defaultValue={day}
      max={today ?? undefined}
      onChange={({ currentTarget: { value } }) => value !== "" && set(name)(value)}
      flex={{ base: "1 1 140px", sm: "0 1 150px" }}
    />
  );
  return (
    <Paper withBorder p="md" mb="md" component="search" aria-label="Which calls are counted">
      <Group gap="sm" align="flex-end">
        {date("from", "From", days?.first)}
        {date("to", "Until", days?.last)}
        <Group gap={4} flex={{ base: "1 1 100%", sm: "0 0 auto" }}>
          {today !== null &&
            SPANS.map((span) => {
              const from = before(today, span - 1);
              const isOn = days?.first === from && days.last === today;
              return (
                <Button
                  key={span}
                  size="sm"
                  px="sm"
                  variant={isOn ? "light" : "default"}
                  aria-pressed={isOn}
                  onClick={() => address.set({ from: span === 30 ? null : from, to: null })}
                >
                  {span} days
                </Button>
              );
            })}
        </Group>
        <Select {...select("agent_id", "Agent", "Every agent")} data={agents} searchable />
        <Select {...select("campaign_id", "Campaign", "Every campaign")} data={campaigns} searchable />
        <Select {...select("channel", "Channel", "Every channel")} data={CHANNELS} />
        {NAMES.some((name) => address.get(name)) && (
          <Button
            variant="subtle"
            onClick={() => address.set(Object.fromEntries(NAMES.map((name) => [name, null])))}
          >
            Clear
          </Button>
        )}
      </Group>
    </Paper>
  );
}
