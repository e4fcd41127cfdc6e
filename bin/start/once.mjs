// Programs that run to completion during a start: migrations, and the first workspace.

import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attach } from "./attach.mjs";
import { environmentOf } from "./role-variables.mjs";
import { onceArgs } from "./roles.mjs";
import { StartError } from "./terminal.mjs";

const MAX_OUTPUT_CHARS = 20_000;

/** Runs bin/<entry>.ts to completion and returns its output. Throws a StartError with its error output. */
export function runOnce(entry, { root, mode, env }) {
  return new Promise((done, fail) => {
    const child = attach(
      spawn(process.execPath, onceArgs(entry, mode), {
        cwd: root,
        env: environmentOf(entry, env),
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    let output = "";
    let errorOutput = "";
    child.stdout.on("data", (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT_CHARS);
    });
    child.stderr.on("data", (chunk) => {
      errorOutput = (errorOutput + chunk).slice(-MAX_OUTPUT_CHARS);
    });
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done(output);
      else
        fail(new StartError(errorOutput.trim() || output.trim() || `bin/${entry}.ts exited with ${code}.`));
    });
  });
}

/**
 * Creates the first workspace if there is none. Returns the lines that tell the first owner how to sign in, if it
 * generated a password: on a terminal the password is shown once, otherwise it is in a file with mode 600.
 */
export async function firstWorkspace({ root, mode, env, dataDir, live }) {
  if (!existsSync(join(root, "bin", "init.ts"))) return [];
  const printed = await runOnce("init", { root, mode, env });
  const line = printed.split("\n").find((text) => text.startsWith("{") && text.includes("owner_email"));
  if (line === undefined) return [];
  const { owner_email: email, owner_password: password } = JSON.parse(line);
  const lines = [`Sign in as    ${email}`, `Password      ${password}`];
  if (live) return ["", "Sign-in of the first owner, shown only once:", ...lines];
  const file = join(dataDir, "first-sign-in.txt");
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return [`The first owner's sign-in is in ${file}. Delete the file after you have signed in.`];
}
