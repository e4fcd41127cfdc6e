import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { writeMoonshine } from "@/lib/agents/speech-models/testing/tiny-models";
import { UsageError } from "../operator/operate";
import { runSpeechCommand } from "./commands";

const newDir = () => mkdtempSync(join(tmpdir(), "speech-command-"));
const run = (args: string[], dependencies: object) => runSpeechCommand(args, () => {}, dependencies);
afterEach(() => {
  process.exitCode = undefined;
});

test("lists the catalog with license, size and origin, and what is installed", async () => {
  const dir = newDir();
  expect(await run(["list"], { dir })).toContain("none");
  writeMoonshine(dir, "moonshine-en");
  mkdirSync(join(dir, "notes"));
  const text = await run(["list"], { dir });
  expect(text).toContain("local:moonshine-en  moonshine  en");
  expect(text).toContain("notes  is not a model that Parley can run");
  expect(text).toContain("parakeet-tdt-0.6b-v3  487 MB  NVIDIA, CC-BY-4.0");
  expect(text).toContain("sha256 5793d0fd");
  expect(text).toContain("moonshine-tiny-en  108 MB  Useful Sensors, MIT");
  expect(text).toContain("no digest is known");
});

test("checks each installed model, and fails for one that does not load or is too slow", async () => {
  const dir = newDir();
  for (const name of ["fast", "slow", "broken"]) writeMoonshine(dir, name);
  mkdirSync(join(dir, "notes"));
  const results: Record<string, object> = {
    fast: { loadMs: 900, answerMs: 200, problem: null },
    slow: { loadMs: 900, answerMs: 1_600, problem: null },
    broken: { loadMs: 0, answerMs: 0, problem: "encoder_dims does not exist" },
  };
  const check = async ({ name }: { name: string }) => results[name];
  expect(await run(["check", "fast"], { dir, check })).toBe(
    "local:fast  ok  loads in 0.9 s, words 0.2 s after an answer of 3 s",
  );
  expect(process.exitCode).toBeUndefined();
  expect(
    (await run(["check"], { dir, check })).split("\n").map((line) => line.split("  ").slice(0, 2)),
  ).toEqual([
    ["local:broken", "FAILED"],
    ["local:fast", "ok"],
    ["notes", "FAILED"],
    ["local:slow", "TOO SLOW"],
  ]);
  expect(process.exitCode).toBe(1);
});

test("rejects wrong usage", async () => {
  const dir = newDir();
  for (const args of [
    [],
    ["sing"],
    ["fetch"],
    ["fetch", "unknown"],
    ["check"],
    ["check", "missing"],
    ["list", "a", "b"],
    ["list", "--all"],
  ])
    await expect(run(args, { dir })).rejects.toThrow(UsageError);
});
