"use client";

import { Stack } from "@mantine/core";
import { WeekHours } from "@/components/week-hours";
import { ZoneSelect } from "@/components/zone-select";
import { DAYS } from "@/lib/contacts/policy/values";
import type { TransferTargetValues } from "./agent-form";
import { useProblem } from "./draft-context";
import rows from "./rows.module.css";

type Hours = NonNullable<TransferTargetValues["hours"]>;
type Props = { at: number; hours: Hours; onChange: (hours: Hours) => void };

/** The days, times and time zone in which a person can be called. */
export function TransferHours({ at, hours, onChange }: Props) {
  const path = `transfer_targets.${at}.hours`;
  const problems = {
    days: useProblem(`${path}.days`),
    start: useProblem(`${path}.start`),
    end: useProblem(`${path}.end`),
    timezone: useProblem(`${path}.timezone`),
  };
  const inputs = {
    // The server stores the days in the order of the week.
    days: {
      value: hours.days,
      onChange: (days: string[]) => onChange({ ...hours, days: DAYS.filter((day) => days.includes(day)) }),
    },
    start: {
      value: hours.start,
      onChange: (start: string | null) => onChange({ ...hours, start: start ?? hours.start }),
    },
    end: {
      value: hours.end,
      onChange: (end: string | null) => onChange({ ...hours, end: end ?? hours.end }),
    },
  };
  return (
    <div className={rows.details}>
      <ZoneSelect
        clearable={false}
        allowDeselect={false}
        data-path={`${path}.timezone`}
        value={hours.timezone}
        error={problems.timezone}
        onChange={(timezone) => onChange({ ...hours, timezone: timezone ?? hours.timezone })}
      />
      <Stack gap="sm">
        <WeekHours
          inputOf={(field) => ({
            ...inputs[field],
            error: problems[field],
            "data-path": `${path}.${field}`,
          })}
          start={hours.start}
          end={hours.end}
        />
      </Stack>
    </div>
  );
}
