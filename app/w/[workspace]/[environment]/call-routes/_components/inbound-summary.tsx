"use client";

import { Anchor, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { useDaysText } from "@/components/use-days-text";
import type { InboundRoute } from "@/lib/agents/inbound-routes/schema";
import type { Choices } from "./choices";
import classes from "./routes.module.css";

type Props = { route: InboundRoute; choices: Pick<Choices, "agents"> };

/** A route in words: its pattern, the agent, its hours and where other calls go. */
export function InboundSummary({ route, choices }: Props) {
  const t = useTranslations("routes.inbound");
  const daysText = useDaysText();
  const { pattern, agent_id: agentId, hours, fallback_number: fallback } = route;
  return (
    <>
      <Text size="sm">
        <span className={classes.name}>{pattern}</span>{" "}
        {agentId === null ? (
          t("noAgent")
        ) : (
          <Anchor component={Link} href={`/agents/${agentId}`} prefetch={false} inherit>
            {choices.agents.find(({ id }) => id === agentId)?.name ?? t("unknownAgent")}
          </Anchor>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {hours === null
          ? t("anyTime")
          : t("hours", {
              days: daysText(hours.days),
              start: hours.start,
              end: hours.end,
              timezone: hours.timezone,
            })}
        {" · "}
        {fallback === null ? t("rejects") : t("forwards", { number: fallback })}
      </Text>
    </>
  );
}
