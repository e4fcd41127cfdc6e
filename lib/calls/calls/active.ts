import type { Conversation } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import type { FullRow } from "./row";

/** A call that is being acted in: everything a verb needs besides the event. */
export type Active = { ctx: Ctx; row: FullRow; sealer: Sealer; conversation: Conversation };
