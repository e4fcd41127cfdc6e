import { type Asked, understand, volunteered } from "@/lib/calls/conversation/understand";
import type { DialogContext, State } from "./state";

const DATE: Asked = { name: "date", type: "date", description: "", choices: null };
const TIME: Asked = { name: "time", type: "time", description: "", choices: null };

const HOURS_PER_DAY = 24;

/** A time alone means its next occurrence. */
function dayOfTime(time: string, now: Date): string {
  const later = time > now.toISOString().slice(11, 16);
  return new Date(now.getTime() + (later ? 0 : HOURS_PER_DAY * 3_600_000)).toISOString().slice(0, 10);
}

/** Day and time of a call back from "call me back tomorrow at 3"; with `asked`, a bare "3" is the time. */
export function applyMoment(state: State, dialog: DialogContext, text: string, isAsked: boolean): State {
  const read = (variable: Asked): string | null => {
    const moment = isAsked
      ? understand(variable, text, dialog.now, dialog.language)
      : volunteered(variable, text, dialog.now, [], dialog.language);
    return typeof moment?.value === "string" ? moment.value : null;
  };
  const time = read(TIME) ?? state.callback.time;
  const hasDateVariable = dialog.agent.variables.some((v) => v.type === "date");
  const date =
    (isAsked && state.callback.time === null && hasDateVariable ? null : read(DATE)) ?? state.callback.date;
  return {
    ...state,
    callback: { date: date ?? (time && !hasDateVariable ? dayOfTime(time, dialog.now) : null), time },
  };
}
