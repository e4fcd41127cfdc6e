import { globalSingleton } from "@/lib/platform/global-singleton";
import { createFollowChanges } from "./follow-changes";
import type { LiveBus } from "./port";
import { createPostgresBus } from "./postgres-bus";

/** One connection of a process, also where Next loads this module several times. */
const bus: LiveBus = globalSingleton("live.bus", createPostgresBus);

export type { LiveEventKind } from "./port";
/** Yields the states of a campaign or a run while they change. */
export const followChanges = createFollowChanges(bus);
export const { notify, notifyExpression, subscribe, close: closeHub } = bus;
