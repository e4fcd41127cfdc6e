"use client";

import { Button, Group, Paper, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { SearchSelect } from "@/components/search-select";
import { useAddress } from "@/components/use-address";
import { useChannelName } from "@/components/use-channel-name";
import { CALL_CHANNELS } from "@/lib/calls/calls/values";
import { RangePicker } from "./range-picker";

type Option = { value: string; label: string };
type Props = {
  agents: Option[];
  campaigns: Option[];
  /** The counted days, and today; null if the address is not valid. */
  range: { days: { first: string; last: string }; today: string } | null;
  isCompared: boolean;
};

const NAMES = ["from", "to", "agent_id", "campaign_id", "channel"] as const;

/** Selects the counted calls. The selection is in the address, so that a link shows the same calls. */
export function Filters({ agents, campaigns, range, isCompared }: Props) {
  const t = useTranslations("analytics.filters");
  const channelName = useChannelName();
  const address = useAddress();
  const select = (name: "agent_id" | "campaign_id" | "channel") => ({
    label: t(name),
    placeholder: t(`all.${name}`),
    value: address.get(name),
    onChange: (value: string | null) => address.set({ [name]: value }),
    clearable: true,
    flex: { base: "1 1 140px", sm: "1 1 150px" },
    maw: { sm: 220 },
  });
  const searchSelect = (name: "agent_id" | "campaign_id") => ({
    ...select(name),
    clearButtonProps: { "aria-label": t(`all.${name}`) },
  });
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }} mb="sm" component="search" aria-label={t("label")}>
      {range && <RangePicker {...range} />}
      <Group gap="sm" mt={range ? "sm" : 0} align="flex-end">
        <SearchSelect {...searchSelect("agent_id")} data={agents} />
        <SearchSelect {...searchSelect("campaign_id")} data={campaigns} />
        <ChoiceSelect
          {...select("channel")}
          data={CALL_CHANNELS.map((value) => ({ value, label: channelName(value) }))}
        />
        <Switch
          mb={8}
          label={t("compare")}
          checked={isCompared}
          onChange={({ currentTarget: { checked } }) => address.set({ compare: checked ? null : "none" })}
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
