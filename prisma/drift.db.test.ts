import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { databaseUrl } from "@/lib/platform/db";

const root = join(import.meta.dirname, "..");
const prisma = join(root, "node_modules", "prisma", "build", "index.js");

it("the migrations make the database that schema.prisma describes", async () => {
  const args = [
    "migrate",
    "diff",
    "--from-config-datasource",
    "--to-schema",
    "prisma/schema.prisma",
    "--exit-code",
  ];
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl(),
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
  const { stdout } = await promisify(execFile)(process.execPath, [prisma, ...args], { cwd: root, env });
  expect(stdout).toContain("No difference detected");
}, 60_000);
