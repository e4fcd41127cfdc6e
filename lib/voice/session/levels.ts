import { FRAME_MS } from "../audio/frame";

/** Ten times a second is as fast as a meter is read. */
const EVERY_FRAMES = Math.round(100 / FRAME_MS);

type Level = { caller: number; agent: number };

/** How loud both sides are, for a meter: the loudest of each 100 ms of the caller's frames. */
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
