"use client";

import { Paper, Stack, Text } from "@mantine/core";
import { IconBroadcast } from "@tabler/icons-react";
import { EmptyState } from "@/components/states";
import { useAddress } from "@/components/use-address";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Call, CallItem } from "@/lib/calls/calls/schema";
import { CallLine } from "./call-line";
import { HealthPanel } from "./health-panel";
import classes from "./live.module.css";
import { OpenedCall } from "./opened-call";

type Props = {
  calls: readonly CallItem[];
  total: number;
  agents: Readonly<Record<string, string>>;
  opened: { call: Call; agent: { name: string; names: string[] } } | null;
  mayEnd: boolean;
};

/** Calls in progress, one of them open beside the list, and the health of background jobs. */
export function Live({ calls, total, agents, opened, mayEnd }: Props) {
  const address = useAddress();
  useRefreshWhile(true);
  const more = total - calls.length;
  return (
    <div className={classes.grid} data-opened={opened !== null || undefined}>
      <Stack gap="md" className={classes.side ?? ""}>
        {calls.length === 0 ? (
          <Paper withBorder>
            <EmptyState title="Nobody is talking" icon={<IconBroadcast size={30} stroke={1.5} aria-hidden />}>
              Calls of this environment appear here as they begin.
            </EmptyState>
          </Paper>
        ) : (
          <Paper withBorder component="ul" className={classes.list ?? ""} aria-label="Calls in progress">
            {calls.map((call) => (
              <CallLine
                key={call.id}
                call={call}
                agent={agents[call.agent_id] ?? call.agent_id}
                isOpen={opened?.call.id === call.id}
                onOpen={() => address.set({ call: call.id }, { replace: true })}
              />
            ))}
          </Paper>
        )}
        {more > 0 && (
          <Text size="sm" c="dimmed">
            and {more.toLocaleString("en")} more
          </Text>
        )}
        <HealthPanel />
      </Stack>
      <div className={classes.opened}>
        {opened === null ? (
          <Paper withBorder visibleFrom="md">
            <EmptyState title="No call is open">Choose one to follow it as it happens.</EmptyState>
          </Paper>
        ) : (
          <OpenedCall
            key={opened.call.id}
            {...opened}
            mayEnd={mayEnd}
            onClose={() => address.set({ call: null }, { replace: true })}
          />
        )}
      </div>
    </div>
  );
}
