import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHttpClient } from "@/lib/platform/egress";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { createIntegration, readIntegration } from "./index";
import { CreateIntegration } from "./schema";

const MIGRATION = join(
  import.meta.dirname,
  "../../../prisma/migrations/20261122100000_provider_retention/migration.sql",
);

test("earlier claims are kept where a contract or a request instruction supports them, and cleared elsewhere", async () => {
  const { ctx } = await makeWorkspace();
  const egress = createHttpClient({ allowedHosts: [], resolve: async () => ["93.184.216.34"] });
  const admin = await adminOfThisDatabase();
  const server = { base_url: "https://models.example.com/v1", api_key: "k" };
  const claims = [
    [{ kind: "model", ...server, models: ["m"] }, true, [true, "agreement"]],
    [{ kind: "speech", ...server, voices: ["v"] }, true, [true, "agreement"]],
    [{ kind: "deepgram", api_key: "k" }, true, [true, "request"]],
    [{ kind: "elevenlabs", api_key: "k", voices: ["v"] }, true, [false, "unconfirmed"]],
    [{ kind: "elevenlabs", api_key: "k", voices: ["v"] }, false, [false, null]],
    [{ kind: "deepgram", api_key: "k" }, false, [false, null]],
  ] as const;
  const ids: string[] = [];
  for (const [n, [credential, claimed]] of claims.entries()) {
    const input = CreateIntegration.parse({ name: `provider-${n}`, credential });
    const { id } = await createIntegration(ctx("admin"), input, { egress, allowedHosts: [] });
    // Rows as earlier releases stored them.
    await admin.query("update integrations set settings = settings || $1::jsonb where id = $2", [
      JSON.stringify({ zero_retention: claimed }),
      id,
    ]);
    ids.push(id);
  }
  await admin.query(readFileSync(MIGRATION, "utf8"));
  const read = await Promise.all(ids.map((id) => readIntegration(ctx("viewer"), id)));
  expect(
    read.map(({ model, speech }) => {
      const claim = model ?? speech;
      return [claim?.zero_retention, claim?.zero_retention_basis];
    }),
  ).toEqual(claims.map(([, , expected]) => expected));
  await admin.end();
  await egress.close();
});
