"use client";

import type { Summary } from "@/lib/data/analytics/schema";
import { Tiles } from "../analytics/_components/tiles";
import { count, share } from "../analytics/_components/words";

type Props = { summary: Summary; inProgress: number; day: string };

/** Today's figures. Each leads to the calls that it counts. */
export function Today({ summary, inProgress, day }: Props) {
  const { calls, answered, reached, successful, contained, from, to } = summary;
  const callsOf = (figure: string) =>
    `/calls?${new URLSearchParams({
      figure,
      created_after: new Date(Date.parse(from) - 1).toISOString(),
      created_before: to,
    })}`;
  return (
    <Tiles
      label={`Figures of ${day}`}
      tiles={[
        {
          label: "Calls in progress",
          value: count(inProgress),
          says: "Right now",
          href: "/active-calls",
        },
        {
          label: "Calls today",
          value: count(calls),
          says: `${count(answered)} answered`,
          href: callsOf("ended"),
        },
        {
          label: "Successful today",
          value: share(successful, answered),
          says: `${count(successful)} of ${count(answered)} answered calls`,
          href: callsOf("successful"),
        },
        {
          label: "Contained today",
          value: share(contained, reached),
          says: `${count(contained)} of ${count(reached)} reached callers needed no human`,
          href: callsOf("contained"),
        },
      ]}
    />
  );
}
