import type { Ctx } from "@/lib/platform/context";
import type { Due } from "./attempt";
import { type Claimed, claim } from "./claim";
import { type EventRow, type Renderer, rendererOf } from "./render";
import { type Round, storeRounds } from "./store";
import { together } from "./together";

/** Rounds of which the messages are made at once: up to 32 events each, though mostly the same ones. */
const READ_AT_ONCE = 16;
/** Rounds that are stored at once; more endpoints than a workspace has. */
const STORED_AT_ONCE = 128;

/** An endpoint that was given back. `over`: it is not to be taken again at once, though something may be due. */
export type Left = { id: string; over: boolean };

/**
 * Endpoints of one workspace that are sent to at the same time: each by itself, so that none waits for another's answer,
 * but what is read and written for several at one moment is read and written once.
 */
export type Group = {
  /** What makes messages of a round's events, read after this was asked. */
  bodies(events: readonly EventRow[]): Promise<Renderer>;
  /** Stores a round; answers what is due next. */
  store(round: Round): Promise<Due[]>;
  /**
   * Looks after an endpoint that was given back: whoever found it taken has stored what it is to send before, and that is
   * seen here. Answers it where it was taken again.
   */
  look(left: Left): Promise<Claimed | undefined>;
};

export function groupOf(ctx: Ctx): Group {
  return {
    bodies: together(READ_AT_ONCE, async (rounds) => {
      const render = await rendererOf(ctx, [
        ...new Map(rounds.flat().map((event) => [event.id, event])).values(),
      ]);
      return rounds.map(() => render);
    }),
    store: together(STORED_AT_ONCE, (rounds) => storeRounds(ctx, rounds)),
    look: together(STORED_AT_ONCE, async (left) => {
      const ids = left.filter(({ over }) => !over).map(({ id }) => id);
      const next = left.map(({ id }) => id);
      const taken = await claim(ctx, { most: ids.length, ids, next });
      return left.map(({ id }) => taken.find(({ endpoint }) => endpoint.id === id));
    }),
  };
}
