import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  destroySubject,
  indexer,
  newSubject,
  SealBroken,
  subjectSealer,
  subjectSealers,
  workspaceSealer,
} from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const PLACE = { table: "calls", row: "call_1", field: "transcript" };

// How long an unwrapped key is kept is monotonic time; the tests hold that clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

async function makeSubject(w: TestWorkspace, id: string) {
  const { sealer, insert } = await newSubject(w.workspaceId, id, w.ctx().now());
  await record(w.ctx(), { run: [insert] });
  return sealer;
}

describe("a workspace's key", () => {
  test("opens what it sealed, and nothing of another workspace", async () => {
    const [mine, theirs] = await Promise.all([makeWorkspace(), makeWorkspace()]);
    const sealer = await workspaceSealer(mine.workspaceId);
    const box = sealer.seal(PLACE, "a credential");
    expect((await workspaceSealer(mine.workspaceId)).openText(PLACE, box)).toBe("a credential");
    await expect(workspaceSealer(theirs.workspaceId).then((other) => other.open(PLACE, box))).rejects.toThrow(
      SealBroken,
    );
    const [a, b] = await Promise.all([indexer(mine.workspaceId), indexer(theirs.workspaceId)]);
    expect(a.hash("number", "+12125550123").equals(b.hash("number", "+12125550123"))).toBe(false);
    expect(a.word("appointment")).not.toBe(b.word("appointment"));
  });

  test("is not in the database in clear, and not to be had without a workspace", async () => {
    const w = await makeWorkspace();
    const rows = await w
      .ctx()
      .db.all(db.selectFrom("workspace_keys").select(["purpose", "version", "wrapped"]).orderBy("purpose"));
    expect(rows.map(({ purpose, version }) => `${purpose}.${version}`)).toEqual(["data.1", "index.1"]);
    // Format, version, IV, tag and 32 sealed bytes.
    expect(rows.map(({ wrapped }) => wrapped.length)).toEqual([63, 63]);
    await expect(workspaceSealer("ws_00000000000000000000000000")).rejects.toThrow("no such resource");
  });

  test("that was withdrawn is not used for longer than half a minute", async () => {
    const w = await makeWorkspace();
    await workspaceSealer(w.workspaceId);
    await record(w.ctx(), {
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

  test("moved to another number does not open, so that keys cannot be exchanged in the table", async () => {
    const w = await makeWorkspace();
    await record(w.ctx(), {
      run: [
        db
          .updateTable("workspace_keys")
          .set({ version: 2 })
          .where("workspace_id", "=", w.workspaceId)
          .where("purpose", "=", "data"),
      ],
    });
    vi.advanceTimersByTime(30_000);
    await expect(workspaceSealer(w.workspaceId)).rejects.toThrow(SealBroken);
  });
});

describe("a subject's key", () => {
  test("opens what it sealed, and neither another subject's nor the workspace's", async () => {
    const w = await makeWorkspace();
    const box = (await makeSubject(w, "ctc_1")).seal(PLACE, "what was said");
    await makeSubject(w, "ctc_2");
    expect((await subjectSealer(w.workspaceId, "ctc_1")).openText(PLACE, box)).toBe("what was said");
    const others = [await subjectSealer(w.workspaceId, "ctc_2"), await workspaceSealer(w.workspaceId)];
    for (const other of others) expect(() => other.open(PLACE, box)).toThrow(SealBroken);
  });

  test("that is destroyed takes what it sealed with it, at once here and within seconds elsewhere", async () => {
    const w = await makeWorkspace();
    await makeSubject(w, "call_1");
    await makeSubject(w, "call_2");
    await subjectSealer(w.workspaceId, "call_1");
    await record(w.ctx(), { run: [destroySubject(w.workspaceId, "call_1")] });
    await expect(subjectSealer(w.workspaceId, "call_1")).rejects.toMatchObject({
      name: "SubjectKeyGone",
      code: "not_found",
    });

    await subjectSealer(w.workspaceId, "call_2");
    await record(w.ctx(), {
      run: [
        db
          .deleteFrom("subject_keys")
          .where("workspace_id", "=", w.workspaceId)
          .where("subject_id", "=", "call_2"),
      ],
    });
    vi.advanceTimersByTime(5_000);
    await expect(subjectSealer(w.workspaceId, "call_2")).rejects.toMatchObject({ name: "SubjectKeyGone" });
  });

  test("of another workspace is not to be had under its name", async () => {
    const [mine, theirs] = await Promise.all([makeWorkspace(), makeWorkspace()]);
    await makeSubject(theirs, "ctc_1");
    await expect(subjectSealer(mine.workspaceId, "ctc_1")).rejects.toMatchObject({ name: "SubjectKeyGone" });
  });

  test("comes with those of a whole list; a destroyed one is left out", async () => {
    const w = await makeWorkspace();
    for (const id of ["ctc_1", "ctc_2", "ctc_3"]) await makeSubject(w, id);
    await subjectSealer(w.workspaceId, "ctc_1");
    const sealers = await subjectSealers(w.workspaceId, ["ctc_3", "ctc_1", "ctc_9", "ctc_1"]);
    expect([...sealers.keys()].sort()).toEqual(["ctc_1", "ctc_3"]);
  });

  test("is made once: a second one for the same subject is refused by the database", async () => {
    const w = await makeWorkspace();
    await makeSubject(w, "ctc_1");
    await expect(makeSubject(w, "ctc_1")).rejects.toMatchObject({ code: "23505" });
  });
});
