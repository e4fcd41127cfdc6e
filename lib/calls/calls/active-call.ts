import type { Conversation } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import type { FullRow } from "./row";

/** A call session as loaded by its lease owner. */
export type ActiveCall = { ctx: Ctx; row: FullRow; sealer: Sealer; conversation: Conversation };
