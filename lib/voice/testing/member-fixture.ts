import { requestJoin } from "@/lib/calls/joins";
import { openSession } from "@/lib/identity/auth";
import type { Ctx, Role } from "@/lib/platform/context";
import type { TestWorkspace } from "@/test/fixtures/workspace";
import { connect } from "./browser";

/** A member with a session, as the dashboard signs them in. */
export async function signInMember(space: TestWorkspace, role: Role = "admin"): Promise<Ctx> {
  const member = await space.member(role);
  const { workspaceId } = space;
  const now = new Date().toISOString();
  const { sid } = await openSession(
    { userId: member.userId, workspaceId, address: "203.0.113.7", userAgent: "a test" },
    now,
  );
  return {
    ...space.ctxAs({ type: "member", id: member.id, role }),
    session: { id: sid, userId: member.userId },
  };
}

type Join = { callId: string; kind: "take_over" | "listen"; acceptsRecording?: boolean };

/** Requests to join a call and connects to a gateway, as the dashboard does. */
export async function joinCall(ctx: Ctx, joinUrl: string, { acceptsRecording = false, ...join }: Join) {
  const { token } = await requestJoin(ctx, { ...join, acceptsRecording });
  return connect(joinUrl, token);
}
