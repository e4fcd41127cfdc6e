"use client";

import { Anchor, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconBan,
  IconFlag,
  IconMicrophone,
  IconRobot,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { MaskedText } from "@/components/masked-text";
import { eventText } from "./event-text";
import classes from "./test.module.css";
import type { TimelineEvent } from "./timeline";

const ICONS = {
  disclosed: IconRobot,
  recording: IconMicrophone,
  transfer: IconArrowForwardUp,
  provider_failed: IconAlertTriangle,
  opted_out: IconBan,
  outcome: IconFlag,
} as const;

type Props = { event: TimelineEvent; names: readonly string[] };

/** An event of the conversation in its place between the turns. */
export function TimelineEventRow({ event, names }: Props) {
  const t = useTranslations("agents.event");
  const tCalls = useTranslations("calls");
  const Icon = ICONS[event.type];
  const summary = event.type === "outcome" ? event.outcome.summary : null;
  return (
    <li className={classes.event} data-type={event.type}>
      <Icon size={15} stroke={1.75} aria-hidden />
      <div>
        <Text size="sm" fw={event.type === "outcome" ? 600 : 400}>
          {eventText({ t, tCalls }, event)}
        </Text>
        {summary !== null && summary !== "" && (
          <Text size="sm" component="div" mt={2}>
            <MaskedText text={summary} variables={names} />
          </Text>
        )}
        {event.type === "provider_failed" && (
          <Anchor component={Link} href="/integrations" size="sm" underline="always">
            {t("checkProvider")}
          </Anchor>
        )}
      </div>
    </li>
  );
}
