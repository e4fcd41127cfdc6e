import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/env";

const root = join(import.meta.dirname, "..");
const example = parseEnv(readFileSync(join(root, ".env.example"), "utf8"));

test(".env.example shows each variable that the product reads, and no other", () => {
  const read = [...readFileSync(join(root, "lib/env.ts"), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
    ([, name]) => name,
  );
  expect(read.length).toBeGreaterThan(10);
  expect(Object.keys(example).sort()).toEqual([...read].sort());
});

test("a copy of .env.example is a valid environment and changes nothing", () => {
  expect(readEnv(example)).toEqual(readEnv({ NODE_ENV: "production" }));
});
