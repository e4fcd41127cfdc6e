import type { ReasonCode } from "@/lib/contacts/policy/schema";
import { decisionReason, findDecisionReason, type ReasonOfCode } from "@/lib/platform/reasons/decisions";
import type { ContactReason } from "./schema";

/**
 * A reason in the row of a contact, without the name of its sentence: the former release fails on a field that it does not expect.
 * The next release can store it.
 */
export type StoredReason = Pick<ContactReason, "code" | "message">;

/** Creates a reason to store. */
export function storedReason(name: ReasonOfCode<ReasonCode>): StoredReason {
  const { code, message } = decisionReason(name);
  return { code, message };
}

/** A stored reason as the API returns it. A sentence of an earlier release has no name. */
export function toContactReason({ code, message }: StoredReason): ContactReason {
  const reason = findDecisionReason(code, message);
  return { code, ...(reason !== undefined && { reason }), message };
}
