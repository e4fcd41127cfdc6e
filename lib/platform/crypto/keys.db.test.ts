import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createSubjectKey,
  destroySubjectKey,
  SealError,
  subjectSealer,
  subjectSealers,
  workspaceIndexer,
  workspaceSealer,
} from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const FIELD = { table: "calls", row: "call_1", field: "transcript" };

// Key caches use monotonic time, which the tests control.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

async function makeSubject(w: TestWorkspace, id: string) {
  const { sealer, insert } = await createSubjectKey(w.workspaceId, id, w.ctx().now());
  await writeUnaudited(w.ctx(), { run: [insert] });
  return sealer;
}

describe("a workspace's key", () => {
  test("opens its own values and no other workspace's", async () => {
    const [mine, theirs] = await Promise.all([makeWorkspace(), makeWorkspace()]);
    const sealer = await workspaceSealer(mine.workspaceId);
    const ciphertext = sealer.seal(FIELD, "a credential");
    expect((await workspaceSealer(mine.workspaceId)).openText(FIELD, ciphertext)).toBe("a credential");
    await expect(
      workspaceSealer(theirs.workspaceId).then((otherSealer) => otherSealer.open(FIELD, ciphertext)),
    ).rejects.toThrow(SealError);
    const [a, b] = await Promise.all([
      workspaceIndexer(mine.workspaceId),
      workspaceIndexer(theirs.workspaceId),
    ]);
    expect(a.hash("number", "+12125550123").equals(b.hash("number", "+12125550123"))).toBe(false);
    expect(a.word("appointment")).not.toBe(b.word("appointment"));
  });

  test("is stored only wrapped, and is not found for an unknown workspace", async () => {
    const w = await makeWorkspace();
    const rows = await w
      .ctx()
      .db.all(db.selectFrom("workspace_keys").select(["purpose", "version", "wrapped"]).orderBy("purpose"));
    expect(rows.map(({ purpose, version }) => `${purpose}.${version}`)).toEqual(["data.1", "index.1"]);
    // Format, version, IV, tag and 32 sealed bytes.
    expect(rows.map(({ wrapped }) => wrapped.length)).toEqual([63, 63]);
    await expect(workspaceSealer("ws_00000000000000000000000000")).rejects.toThrow("no such resource");
  });

  test("is not used for more than 30 seconds after its withdrawal", async () => {
    const w = await makeWorkspace();
    await workspaceSealer(w.workspaceId);
    await writeUnaudited(w.ctx(), {
      run: [
        db
          .updateTable("workspace_keys")
          .set({ wrapped: Buffer.alloc(63) })
          .where("workspace_id", "=", w.workspaceId),
      ],
    });
    vi.advanceTimersByTime(30_000);
    await expect(workspaceSealer(w.workspaceId)).rejects.toThrow("Restore secrets/root.key");
  });

  test("does not open under another version, so that keys cannot be swapped in the table", async () => {
    const w = await makeWorkspace();
    await writeUnaudited(w.ctx(), {
      run: [
        db
          .updateTable("workspace_keys")
          .set({ version: 2 })
          .where("workspace_id", "=", w.workspaceId)
          .where("purpose", "=", "data"),
      ],
    });
    vi.advanceTimersByTime(30_000);
    await expect(workspaceSealer(w.workspaceId)).rejects.toThrow(SealError);
  });
});

describe("a subject's key", () => {
  test("does not open for another subject or the workspace", async () => {
    const w = await makeWorkspace();
    const ciphertext = (await makeSubject(w, "ctc_1")).seal(FIELD, "what was said");
    await makeSubject(w, "ctc_2");
    expect((await subjectSealer(w.workspaceId, "ctc_1")).openText(FIELD, ciphertext)).toBe("what was said");
    const otherSealers = [await subjectSealer(w.workspaceId, "ctc_2"), await workspaceSealer(w.workspaceId)];
    for (const sealer of otherSealers) expect(() => sealer.open(FIELD, ciphertext)).toThrow(SealError);
  });

  test("makes its values unreadable when destroyed, at once here and within seconds elsewhere", async () => {
    const w = await makeWorkspace();
    await makeSubject(w, "call_1");
    await makeSubject(w, "call_2");
    await subjectSealer(w.workspaceId, "call_1");
    await writeUnaudited(w.ctx(), { run: [destroySubjectKey(w.workspaceId, "call_1")] });
    await expect(subjectSealer(w.workspaceId, "call_1")).rejects.toMatchObject({
      name: "SubjectKeyMissing",
      code: "not_found",
    });

    await subjectSealer(w.workspaceId, "call_2");
    await writeUnaudited(w.ctx(), {
      run: [
        db
          .deleteFrom("subject_keys")
          .where("workspace_id", "=", w.workspaceId)
          .where("subject_id", "=", "call_2"),
      ],
    });
    vi.advanceTimersByTime(5_000);
    await expect(subjectSealer(w.workspaceId, "call_2")).rejects.toMatchObject({ name: "SubjectKeyMissing" });
  });

  test("is not found from another workspace", async () => {
    const [mine, theirs] = await Promise.all([makeWorkspace(), makeWorkspace()]);
    await makeSubject(theirs, "ctc_1");
    await expect(subjectSealer(mine.workspaceId, "ctc_1")).rejects.toMatchObject({
      name: "SubjectKeyMissing",
    });
  });

  test("loads with others in one list, without the destroyed ones", async () => {
    const w = await makeWorkspace();
    for (const id of ["ctc_1", "ctc_2", "ctc_3"]) await makeSubject(w, id);
    await subjectSealer(w.workspaceId, "ctc_1");
    const sealers = await subjectSealers(w.workspaceId, ["ctc_3", "ctc_1", "ctc_9", "ctc_1"]);
    expect([...sealers.keys()].sort()).toEqual(["ctc_1", "ctc_3"]);
  });

  test("is unique for each subject in the database", async () => {
    const w = await makeWorkspace();
    await makeSubject(w, "ctc_1");
    await expect(makeSubject(w, "ctc_1")).rejects.toMatchObject({ code: "23505" });
  });
});
