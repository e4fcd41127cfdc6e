"use client";

import { Box, Text } from "@mantine/core";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import { DAY_MINUTES, minutesOf, zoneClock } from "../zone-clock";
import classes from "./contact.module.css";

const TICKS = ["00", "06", "12", "18", "24"];
const percent = (time: string): string => `${(100 * minutesOf(time)) / DAY_MINUTES}%`;
const lengthOf = ({ start, end }: { start: string; end: string }): string =>
  `${(100 * (minutesOf(end) - minutesOf(start))) / DAY_MINUTES}%`;

type Props = { hours: NonNullable<ExplainedDecision["hours_today"]>; timezone: string; at: string };

/** The hours of today on the contact's clock, in words and as a day with a mark at now. */
export function HoursToday({ hours, timezone, at }: Props) {
  const { day, time } = zoneClock(at, timezone);
  return (
    <Box>
      <Text size="sm" mb={6}>
        {hours.length === 0
          ? "Today nobody may be contacted there"
          : `Today ${hours.map(({ start, end }) => `${start}–${end}`).join(", ")}`}
        . There it is {day} {time} ({timezone}).
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
          <span className={classes.now} style={{ left: percent(time) }} />
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
