import { AppError } from "@/lib/platform/errors";
import type { Ctx } from ".";

/** The caller's session. Throws `forbidden` for a key, which has none. */
export function requireSession({ session }: Pick<Ctx, "session">): NonNullable<Ctx["session"]> {
  if (session === undefined) throw new AppError("session_needed");
  return session;
}
