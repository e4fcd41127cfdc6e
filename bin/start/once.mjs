// What runs to its end during a start: migrations, and the first workspace.

import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attach } from "./attach.mjs";
import { onceArgs } from "./roles.mjs";
import { StartError } from "./terminal.mjs";

const KEPT_OUTPUT = 20_000;

/** Runs bin/<entry>.ts to its end and answers what it printed. Throws a StartError with its complaint. */
export function runOnce(entry, { root, mode, env }) {
  return new Promise((done, fail) => {
    const child = attach(
      spawn(process.execPath, onceArgs(entry, mode), {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    let output = "";
    let complaint = "";
    child.stdout.on("data", (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
    });
    child.stderr.on("data", (chunk) => {
      complaint = (complaint + chunk).slice(-KEPT_OUTPUT);
    });
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done(output);
      else fail(new StartError(complaint.trim() || output.trim() || `bin/${entry}.ts ended with ${code}.`));
    });
  });
}

/**
 * Makes the first workspace where there is none. What it answers is the first owner's sign-in, if it made one up:
 * shown on a terminal once, or kept in a file that only this user may read.
 */
export async function firstWorkspace({ root, mode, env, dataDir, live }) {
  if (!existsSync(join(root, "bin", "init.ts"))) return [];
  const printed = await runOnce("init", { root, mode, env });
  const line = printed.split("\n").find((text) => text.startsWith("{") && text.includes("owner_email"));
  if (line === undefined) return [];
  const { owner_email: email, owner_password: password } = JSON.parse(line);
  const lines = [`Sign in as    ${email}`, `Password      ${password}`];
  if (live) return ["", "The first owner's sign-in, shown only now:", ...lines];
  const file = join(dataDir, "first-sign-in.txt");
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return [`The first owner's sign-in is in ${file}; delete it when you have it.`];
}
