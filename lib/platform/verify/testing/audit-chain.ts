import { createHash } from "node:crypto";
import type { AuditEntry } from "@/lib/platform/audit/schema";
import { jsonbText } from "../jsonb-text";
import { createSigner } from "./signer";

export const WORKSPACE = "ws_1";
const ENTRIES = 6;
export const signer = createSigner();
const sha256 = (...parts: (string | Buffer)[]): Buffer =>
  createHash("sha256")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest();
const field = (text: string | null) => (text === null ? "-" : `${Buffer.byteLength(text)}:${text}`);

/** A chain as `append_audit_event` of the database builds it. */
export function chainOf(count: number): AuditEntry[] {
  let previous = sha256(`parley audit ${WORKSPACE}`);
  return Array.from({ length: count }, (_, index): AuditEntry => {
    const entry = {
      id: `aud_${index}`,
      seq: index + 1,
      at: `2026-11-24T09:30:${String(index).padStart(2, "0")}.000Z`,
      actor: { type: "member" as const, id: "mem_1" },
      action: "agent.updated",
      target: "agt_1",
      before: null,
      after: { name: "Größe", n: index },
      address: index % 2 === 0 ? null : "192.0.2.1",
      request_id: "req_1",
    };
    const { id, seq, at, actor, action, target, after, address, request_id } = entry;
    const fields = [WORKSPACE, String(seq), id, at, actor.type, actor.id, action, target, null];
    const text = [...fields, jsonbText(after), address, request_id].map(field).join("");
    previous = sha256(previous, text);
    return { ...entry, hash: previous.toString("hex") };
  });
}

/** A chain of entries. */
export const CHAIN = chainOf(ENTRIES);
/** The signed head of an entry of the chain. */
export const headOf = (seq: number) =>
  signer.signHead({
    workspace_id: WORKSPACE,
    seq,
    hash: CHAIN[seq - 1]?.hash ?? "",
    at: "2026-11-24T10:00:00Z",
  });
export const HEADS = [headOf(2), headOf(5)];
