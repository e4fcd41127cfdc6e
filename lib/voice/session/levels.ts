import { FRAME_MS } from "@/lib/platform/audio/frame";

/** Meters are read about ten times a second. */
const EVERY_FRAMES = Math.round(100 / FRAME_MS);

type Level = { caller: number; agent: number };

/** Measures the level of both sides for a meter: the loudest of each 100 ms of the caller's frames. */
export function makeLevels(tell: (level: Level) => void) {
  let frames = 0;
  let level: Level = { caller: 0, agent: 0 };
  return {
    agent(loud: number) {
      level.agent = Math.max(level.agent, loud);
    },
    caller(loud: number) {
      level.caller = Math.max(level.caller, loud);
      frames++;
      if (frames < EVERY_FRAMES) return;
      tell(level);
      frames = 0;
      level = { caller: 0, agent: 0 };
    },
  };
}
