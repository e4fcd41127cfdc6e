"use client";

import { Paper, Stack, Text } from "@mantine/core";
import { IconBroadcast } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/states";
import { useAddress } from "@/components/use-address";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Call, CallItem } from "@/lib/calls/calls/schema";
import type { CallJoin } from "@/lib/calls/joins/schema";
import { CallLine } from "./call-line";
import { HealthPanel } from "./health-panel";
import classes from "./live.module.css";
import { SelectedCall } from "./selected-call";

type Props = {
  calls: readonly CallItem[];
  total: number;
  agents: Readonly<Record<string, string>>;
  selected: { call: Call; agent: { name: string; names: string[] } } | null;
  joins: readonly CallJoin[];
  mayEnd: boolean;
  mayTakeOver: boolean;
  mayListen: boolean;
};

/** Calls in progress, with the selected one beside the list, and the health of background jobs. */
export function ActiveCalls({ calls, total, agents, selected, joins, ...may }: Props) {
  const t = useTranslations("calls.active");
  const address = useAddress();
  useRefreshWhile(true);
  const more = total - calls.length;
  return (
    <div className={classes.grid} data-opened={selected !== null || undefined}>
      <Stack gap="md" className={classes.side ?? ""}>
        {calls.length === 0 ? (
          // On a narrow screen a selected call, which has ended, is above and would contradict it.
          <Paper withBorder {...(selected !== null && { visibleFrom: "md" })}>
            <EmptyState title={t("empty")} icon={<IconBroadcast size={30} stroke={1.5} aria-hidden />}>
              {t("emptyHelp")}
            </EmptyState>
          </Paper>
        ) : (
          <Paper withBorder component="ul" className={classes.list ?? ""} aria-label={t("label")}>
            {calls.map((call) => (
              <CallLine
                key={call.id}
                call={call}
                agent={agents[call.agent_id] ?? call.agent_id}
                joins={joins.filter(({ call_id }) => call_id === call.id)}
                isSelected={selected?.call.id === call.id}
                onSelect={() => address.set({ call: call.id }, { replace: true })}
              />
            ))}
          </Paper>
        )}
        {more > 0 && (
          <Text size="sm" c="dimmed">
            {t("more", { count: more })}
          </Text>
        )}
        <HealthPanel />
      </Stack>
      <div className={classes.opened}>
        {selected === null ? (
          <Paper withBorder visibleFrom="md">
            <EmptyState title={t("noSelection")}>{t("noSelectionHelp")}</EmptyState>
          </Paper>
        ) : (
          <SelectedCall
            key={selected.call.id}
            {...selected}
            joins={joins.filter(({ call_id }) => call_id === selected.call.id)}
            {...may}
            onClose={() => address.set({ call: null }, { replace: true })}
          />
        )}
      </div>
    </div>
  );
}
