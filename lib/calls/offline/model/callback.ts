import { type Asked, understand, volunteered } from "@/lib/calls/conversation/understand";
import type { State, World } from "./state";

const DATE: Asked = { name: "date", type: "date", description: "", choices: null };
const TIME: Asked = { name: "time", type: "time", description: "", choices: null };

const HOURS_PER_DAY = 24;

/** A time alone means its next occurrence. */
function dayOfTime(time: string, now: Date): string {
  const later = time > now.toISOString().slice(11, 16);
  return new Date(now.getTime() + (later ? 0 : HOURS_PER_DAY * 3_600_000)).toISOString().slice(0, 10);
}

/** Day and time of a call back from "call me back tomorrow at 3"; with `asked`, a bare "3" is the time. */
export function hearMoment(state: State, world: World, text: string, asked: boolean): State {
  const read = (variable: Asked): string | null => {
    const found = asked
      ? understand(variable, text, world.now, world.language)
      : volunteered(variable, text, world.now, [], world.language);
    return typeof found?.value === "string" ? found.value : null;
  };
  const time = read(TIME) ?? state.callback.time;
  const own = world.agent.variables.some((v) => v.type === "date");
  const date = (asked && state.callback.time === null && own ? null : read(DATE)) ?? state.callback.date;
  return { ...state, callback: { date: date ?? (time && !own ? dayOfTime(time, world.now) : null), time } };
}
