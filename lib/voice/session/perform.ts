import type { AgentSide } from "./agent-side";
import type { CallStateEffect, Timer } from "./call-state-machine";
import type { CallerSide } from "./caller-side";
import type { Ended } from "./line";
import type { namedTimers } from "./timers";

/** The objects that the effects act upon. */
type Parts = {
  agent: AgentSide;
  caller: CallerSide;
  timers: ReturnType<typeof namedTimers<Timer>>;
  letGo(): void;
  close(reason: Ended): Promise<void>;
};

type Performers = { [E in CallStateEffect as E["type"]]: (parts: Parts, effect: E) => unknown };

const PERFORMERS: Performers = {
  act: ({ agent }, { event }) => agent.act(event),
  interrupt: ({ agent }) => agent.stopSpeaking(),
  duck: ({ agent }) => agent.duck(),
  hold: ({ agent }) => agent.hold(),
  restore: ({ agent }) => agent.restore(),
  begin_utterance: ({ caller }) => caller.sayings.begin(),
  finish_utterance: ({ caller }) => caller.sayings.finish(),
  discard_utterance: ({ caller }) => caller.sayings.discard(),
  arm: ({ timers }, { timer, ms }) => timers.arm(timer, ms),
  disarm: ({ timers }, { timer }) => timers.disarm(timer),
  pause: ({ agent }) => agent.pause(),
  resume: ({ agent }) => agent.resume(),
  let_go: ({ letGo }) => letGo(),
  close: ({ close }, { reason }) => void close(reason),
};

/** Performs an effect of the state machine. Never waits. */
export function performEffect<E extends CallStateEffect>(parts: Parts, effect: E): void {
  (PERFORMERS[effect.type] as (parts: Parts, effect: E) => unknown)(parts, effect);
}
