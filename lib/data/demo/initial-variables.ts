import type { Agent } from "@/lib/agents/agents/schema";
import type { CreateCall } from "@/lib/calls/calls/schema";
import { draw } from "@/lib/outreach/offline/simulator";
import { plusMs } from "@/lib/platform/clock";

/** How many days ahead the appointment of a reminder can be. */
const MAX_DAYS_AHEAD = 10;
const DAY_MS = 86_400_000;

/** A call's initial variables: for a reminder, the day of the appointment. */
export function initialVariables({ variables }: Agent, seed: number, now: string): CreateCall["variables"] {
  if (!variables.some(({ name }) => name === "appointment_day")) return {};
  const daysAhead = 1 + draw(MAX_DAYS_AHEAD, seed, "appointment");
  return { appointment_day: plusMs(now, daysAhead * DAY_MS).slice(0, 10) };
}
