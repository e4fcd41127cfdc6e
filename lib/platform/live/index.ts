import { globalSingleton } from "@/lib/platform/global-singleton";
import type { LiveBus } from "./port";
import { createPostgresBus } from "./postgres-bus";

/** One connection of a process, also where Next loads this module several times. */
const bus: LiveBus = globalSingleton("live.bus", createPostgresBus);

export type { LiveEventKind } from "./port";
export const { notify, notifyExpression, subscribe, close: closeHub } = bus;
