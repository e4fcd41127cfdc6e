import { newSubjects, subjectSealers } from "@/lib/platform/crypto";
import { record } from "@/lib/platform/db";
import type { TestWorkspace } from "@/test/fixtures/workspace";

const PLACE = { table: "calls", row: "call_1", field: "notes" };

/** Subjects with a value each; the values' boxes by subject. `atOnce`: how many are written together. */
export async function subjects(
  space: TestWorkspace,
  from: number,
  to: number,
  atOnce = to - from,
): Promise<Map<string, Buffer>> {
  const boxes = new Map<string, Buffer>();
  for (let start = from; start < to; start += atOnce) {
    const ids = Array.from({ length: atOnce }, (_, n) => `ctc_${String(start + n).padStart(6, "0")}`);
    const { sealers, insert } = await newSubjects(space.workspaceId, ids, space.ctx().now());
    await record(space.ctx(), { run: [insert(ids)] });
    for (const [id, sealer] of sealers) boxes.set(id, sealer.seal(PLACE, id));
  }
  return boxes;
}

/** The first subject whose value does not open as it was sealed; null where all do. */
export async function unreadable(space: TestWorkspace, boxes: Map<string, Buffer>): Promise<string | null> {
  const sealers = await subjectSealers(space.workspaceId, boxes.keys());
  const opens = ([id, box]: [string, Buffer]) => sealers.get(id)?.openText(PLACE, box) === id;
  return [...boxes].find((one) => !opens(one))?.[0] ?? null;
}
