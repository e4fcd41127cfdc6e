"use client";

import { Box, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import { DAY_MINUTES, minutesOf, zoneClock } from "../zone-clock";
import classes from "./contact.module.css";

const TICKS = ["00", "06", "12", "18", "24"];
const percent = (time: string): string => `${(100 * minutesOf(time)) / DAY_MINUTES}%`;
const lengthOf = ({ start, end }: { start: string; end: string }): string =>
  `${(100 * (minutesOf(end) - minutesOf(start))) / DAY_MINUTES}%`;

type Props = { hours: NonNullable<ExplainedDecision["hours_today"]>; timezone: string; at: string };

/** Today's contact hours in the contact's time zone, as a text and as a bar with a mark at now. */
export function HoursToday({ hours, timezone, at }: Props) {
  const t = useTranslations("contacts.decision");
  const format = useFormatter();
  const local = { ...zoneClock(at, timezone), timezone };
  return (
    <Box>
      <Text size="sm" mb={6}>
        {hours.length === 0
          ? t("closedToday", local)
          : t("hoursToday", {
              ...local,
              hours: format.list(
                hours.map(({ start, end }) => `${start}–${end}`),
                { type: "unit" },
              ),
            })}
      </Text>
      <div aria-hidden>
        <div className={classes.day} dir="ltr">
          {hours.map((span) => (
            <span
              key={span.start}
              className={classes.open}
              style={{ left: percent(span.start), width: lengthOf(span) }}
            />
          ))}
          <span className={classes.now} style={{ left: percent(local.time) }} />
        </div>
        <div className={classes.ticks}>
          {TICKS.map((hour) => (
            <Text key={hour} size="xs" c="dimmed">
              {hour}
            </Text>
          ))}
        </div>
      </div>
    </Box>
  );
}
