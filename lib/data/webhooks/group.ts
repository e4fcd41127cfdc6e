import { createBatchLoader } from "@/lib/platform/batch-loader";
import type { Ctx } from "@/lib/platform/context";
import type { Due } from "./attempt-delivery";
import { type LeasedEndpoint, leaseEndpoints } from "./lease-endpoints";
import { createRenderer, type EventRow, type Renderer } from "./render";
import { type Round, storeRounds } from "./store";

/** Rounds rendered together: up to 32 events each, mostly the same ones. */
const READ_AT_ONCE = 16;
/** Rounds stored together; more endpoints than a workspace has. */
const STORED_AT_ONCE = 128;

/** A released endpoint. `isOver`: not to be leased again immediately, even with due deliveries. */
export type ReleasedEndpoint = { id: string; isOver: boolean };

/**
 * Endpoints of one workspace that are served concurrently and independently. Reads and writes for several of
 * them at about the same time are batched.
 */
export type Group = {
  /** Returns a renderer for a round's events, with data read after this call. */
  bodies(events: readonly EventRow[]): Promise<Renderer>;
  /** Stores a round, and returns the next due deliveries. */
  store(round: Round): Promise<Due[]>;
  /**
   * Checks a released endpoint for deliveries that other workers stored while it was leased. Returns it if it
   * was leased again.
   */
  leaseAgain(released: ReleasedEndpoint): Promise<LeasedEndpoint | undefined>;
};

/** Creates the shared batches of the endpoints that a worker serves together. */
export function createGroup(ctx: Ctx): Group {
  return {
    bodies: createBatchLoader({
      maxItems: READ_AT_ONCE,
      onFailure: "retry",
      loadBatch: async (rounds: readonly (readonly EventRow[])[]) => {
        const events = new Map(rounds.flat().map((event) => [event.id, event]));
        const render = await createRenderer(ctx, [...events.values()]);
        return rounds.map(() => render);
      },
    }),
    store: createBatchLoader({
      maxItems: STORED_AT_ONCE,
      onFailure: "retry",
      loadBatch: (rounds: readonly Round[]) => storeRounds(ctx, rounds),
    }),
    leaseAgain: createBatchLoader({
      maxItems: STORED_AT_ONCE,
      onFailure: "retry",
      loadBatch: async (released: readonly ReleasedEndpoint[]) => {
        const ids = released.filter(({ isOver }) => !isOver).map(({ id }) => id);
        const next = released.map(({ id }) => id);
        const leased = await leaseEndpoints(ctx, { limit: ids.length, ids, next });
        return released.map(({ id }) => leased.find(({ endpoint }) => endpoint.id === id));
      },
    }),
  };
}
