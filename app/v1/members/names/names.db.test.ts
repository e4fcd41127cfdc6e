import { expect, test } from "vitest";
import { newId } from "@/lib/platform/ids";
import { handle, requestFor } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";

test("returns members' names to members of the same workspace, and no other data", async () => {
  const [here, there] = [await makeWorkspace(), await makeWorkspace()];
  const viewer = await here.member("viewer");
  const foreign = await there.member("viewer");
  const ids = [viewer.id, foreign.id, newId("mem")].join(",");
  const headers = { cookie: await here.cookie(viewer.userId) };
  const ask = async (query: string) => {
    const response = await handle(requestFor("GET", `/v1/members/names${query}`, { headers }));
    return { status: response.status, json: await response.json() };
  };
  expect(await ask(`?ids=${ids}`)).toEqual({
    status: 200,
    json: { data: [{ id: viewer.id, name: "Some One" }] },
  });
  expect((await ask("")).json).toEqual({ data: [] });
  expect((await ask("?ids=nobody")).status).toBe(400);
});
