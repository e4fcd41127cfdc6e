import type { SignedHead } from "./schema";

/** A head that is not signed yet. `hash` is hex. */
export type UnsignedHead = Omit<SignedHead, "signature">;

/** The text that the signature of a head covers. The first line tells its kinds apart. */
export function headText({ workspace_id, seq, hash, at, restore }: UnsignedHead): string {
  const lines = [workspace_id, seq, hash, at];
  if (restore === undefined) return ["parley audit head", ...lines].join("\n");
  const { backup_made_at, kept_seq, replaced_seq } = restore;
  return ["parley audit restore", ...lines, backup_made_at ?? "-", kept_seq, replaced_seq].join("\n");
}
