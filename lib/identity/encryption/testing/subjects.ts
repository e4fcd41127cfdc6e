import { createSubjectKeys, subjectSealers } from "@/lib/platform/crypto";
import { writeUnaudited } from "@/lib/platform/db";
import type { TestWorkspace } from "@/test/fixtures/workspace";

const FIELD_REF = { table: "calls", row: "call_1", field: "notes" };

/**
 * Creates subjects and seals a value for each. Returns the ciphertexts by subject. `batchSize`: subjects per
 * insert.
 */
export async function createSubjects(
  space: TestWorkspace,
  from: number,
  to: number,
  batchSize = to - from,
): Promise<Map<string, Buffer>> {
  const ciphertexts = new Map<string, Buffer>();
  for (let start = from; start < to; start += batchSize) {
    const ids = Array.from({ length: batchSize }, (_, n) => `ctc_${String(start + n).padStart(6, "0")}`);
    const { sealers, insert } = await createSubjectKeys(space.workspaceId, ids, space.ctx().now());
    await writeUnaudited(space.ctx(), { run: [insert(ids)] });
    for (const [id, sealer] of sealers) ciphertexts.set(id, sealer.seal(FIELD_REF, id));
  }
  return ciphertexts;
}

/** The first subject whose value does not open correctly; null if all do. */
export async function findUnreadable(
  space: TestWorkspace,
  ciphertexts: Map<string, Buffer>,
): Promise<string | null> {
  const sealers = await subjectSealers(space.workspaceId, ciphertexts.keys());
  const isReadable = ([id, ciphertext]: [string, Buffer]) =>
    sealers.get(id)?.openText(FIELD_REF, ciphertext) === id;
  return [...ciphertexts].find((entry) => !isReadable(entry))?.[0] ?? null;
}
