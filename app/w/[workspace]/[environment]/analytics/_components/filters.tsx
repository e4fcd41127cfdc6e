"use client";

import { Button, Group, Paper, Select, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useAddress } from "@/components/use-address";
import { useChannelName } from "@/components/use-channel-name";
import { Channel } from "@/lib/calls/calls/schema";

type Option = { value: string; label: string };
type Props = {
  agents: Option[];
  campaigns: Option[];
  /** The first and last counted day; null if the address is not valid. */
  days: { first: string; last: string } | null;
  today: string | null;
};

const NAMES = ["from", "to", "agent_id", "campaign_id", "channel"] as const;
const SPANS = [7, 30, 90] as const;

/** Returns the day that is `days` days before `day`. */
function subtractDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, "2026-11-24".length);
}

/** Selects the counted calls. The selection is in the address, so that a link shows the same calls. */
export function Filters({ agents, campaigns, days, today }: Props) {
  const t = useTranslations("analytics.filters");
  const channelName = useChannelName();
  const address = useAddress();
  const set = (name: string) => (value: string | null) => address.set({ [name]: value });
  const select = (name: "agent_id" | "campaign_id" | "channel") => ({
    label: t(name),
    placeholder: t(`all.${name}`),
    value: address.get(name),
    onChange: set(name),
    clearable: true,
    clearButtonProps: { "aria-label": t(`all.${name}`) },
    flex: { base: "1 1 100%", sm: "1 1 150px" },
    maw: { sm: 220 },
  });
  const date = (name: "from" | "to", day: string | undefined) => (
    <TextInput
      key={`${name} ${day}`}
      type="date"
      label={t(name)}
      defaultValue={day}
      max={today ?? undefined}
      onChange={({ currentTarget: { value } }) => value !== "" && set(name)(value)}
      flex={{ base: "1 1 140px", sm: "0 1 150px" }}
    />
  );
  return (
    <Paper withBorder p="md" mb="md" component="search" aria-label={t("label")}>
      <Group gap="sm" align="flex-end">
        {date("from", days?.first)}
        {date("to", days?.last)}
        <Group gap={4} flex={{ base: "1 1 100%", sm: "0 0 auto" }}>
          {today !== null &&
            SPANS.map((span) => {
              const from = subtractDays(today, span - 1);
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
                  {t("lastDays", { days: span })}
                </Button>
              );
            })}
        </Group>
        <Select {...select("agent_id")} data={agents} searchable />
        <Select {...select("campaign_id")} data={campaigns} searchable />
        <Select
          {...select("channel")}
          data={Channel.options.map((value) => ({ value, label: channelName(value) }))}
        />
        {NAMES.some((name) => address.get(name)) && (
          <Button
            variant="subtle"
            onClick={() => address.set(Object.fromEntries(NAMES.map((name) => [name, null])))}
          >
            {t("clear")}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
