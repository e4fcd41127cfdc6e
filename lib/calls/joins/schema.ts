import { z } from "zod";
import { CallId } from "@/lib/calls/calls/schema";
import { id, Time } from "@/lib/platform/schema";

const JoinId = id("join");

export const TakeOverCall = z.strictObject({
  /**
   * Whether the member agrees that a recording of the call continues with their voice. Without it, the recording stops when they are
   * connected.
   */
  accepts_recording: z.boolean().default(false),
});
export type TakeOverCall = z.output<typeof TakeOverCall>;

/** How the member's browser connects. */
export const JoinConnection = z.strictObject({
  id: JoinId,
  /** WebSocket address; a path relative to the address of the API if this installation has no configured address. */
  url: z.string(),
  /** Opens the connection, once. Sent as the second subprotocol. */
  token: z.string(),
  /** Until when the browser can connect. */
  expires_at: Time,
});
export type JoinConnection = z.output<typeof JoinConnection>;

export const CallJoin = z.strictObject({
  id: JoinId,
  call_id: CallId,
  /** `take_over`: the member talks to the caller in place of the agent. `listen`: the member only hears the call. */
  kind: z.enum(["take_over", "listen"]),
  member_id: id("mem"),
  /** The member's name; null if the member was removed. */
  member_name: z.string().nullable(),
  /** When the member was connected. */
  connected_at: Time,
});
export type CallJoin = z.output<typeof CallJoin>;

export const CallJoins = z.strictObject({ data: z.array(CallJoin) });
export type CallJoins = z.output<typeof CallJoins>;
