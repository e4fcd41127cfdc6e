import { expect, test } from "vitest";
import { authenticate } from "@/lib/auth";
import { readWorkspace, workspaceIds } from "@/lib/workspaces";
import { makeWorkspace } from "@/test/fixtures/workspace";

const ask = (headers: Record<string, string>, method = "GET") =>
  new Request("http://localhost:3000/v1/agents", { method, headers });

test("smoke", async () => {
  const w = await makeWorkspace();
  expect(await workspaceIds()).toContain(w.workspaceId);
  expect((await readWorkspace(w.ctx())).name).toBe("Test workspace");
  const key = await w.key("builder", "test");
  expect(await authenticate(ask({ authorization: `Bearer ${key}` }))).toMatchObject({
    workspaceId: w.workspaceId,
    environment: "test",
    actor: { role: "builder" },
  });
  expect(await authenticate(ask({ cookie: await w.cookie() }))).toMatchObject({
    workspaceId: w.workspaceId,
    actor: { id: w.ownerId },
  });
});
