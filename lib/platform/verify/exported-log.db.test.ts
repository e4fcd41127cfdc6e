import { expect, test } from "vitest";
import { anchorHeads, writeAudited } from "@/lib/platform/audit";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { importPublicKeys, parseVerifiable, verifyAuditFile } from ".";

test("an exported log verifies without the database, with the heads and the key of the API", async () => {
  const space = await makeWorkspace();
  const ask = apiOf(space);
  const after = {
    name: 'Größe "M" \\ \n\t',
    a: [1, 2.5, 1e21, 0.000_000_15],
    nested: { longer_name: null, é: true },
  };
  await writeAudited(space.ctx(), { run: [], audit: { action: "agent.updated", target: "agt_1", after } });
  await anchorHeads();
  const log = await ask("GET", "/v1/audit?limit=100");
  const heads = await ask("GET", "/v1/audit/heads");
  expect((await ask("GET", "/v1/audit/heads", { role: "builder" })).status).toBe(403);
  const lines = (log.json.data as object[]).map((entry) => JSON.stringify(entry)).join("\n");
  const [file, signed] = [parseVerifiable(lines), parseVerifiable(heads.text)];
  if (file.kind !== "audit" || signed.kind !== "heads") throw new Error("The files were not recognized.");
  const keys = await importPublicKeys(String(heads.json.public_key));
  const checks = await verifyAuditFile({ workspaceId: space.workspaceId, ...file, ...signed }, keys);
  expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "start passed",
    "chain passed",
    "signatures passed",
    "restores passed",
    "heads passed",
    "end passed",
  ]);
});
