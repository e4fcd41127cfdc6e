import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Env } from "@/lib/platform/env";
import { parseEnv } from "@/lib/platform/read-env";
import { createKeyFile, moveSecrets } from "./move-command";

/** The settings before a move: the start does not check those of a source that is not chosen. */
function settings(variables: Record<string, string>): Env {
  const { env, problems } = parseEnv({ DATABASE_URL: "postgresql://u:p@localhost/parley", ...variables });
  expect(problems).toBeNull();
  return env as Env;
}

const vault = { VAULT_ADDR: "http://vault:8200", VAULT_TRANSIT_KEY: "parley", VAULT_TOKEN: "a token" };
const kms = { KMS_KEY_ID: "alias/parley", AWS_REGION: "eu-central-1" };

test.each([
  ["vault", vault, "VAULT_ADDR"],
  ["aws-kms", { ...kms, AWS_ENDPOINT_URL_KMS: "http://kms:8080" }, "AWS_ENDPOINT_URL_KMS"],
  ["aws-kms", { ...kms, AWS_ENDPOINT_URL_STS: "http://sts:8080" }, "AWS_ENDPOINT_URL_STS"],
])("a move to %s does not send the root key unencrypted", async (to, variables, name) => {
  await expect(moveSecrets(settings(variables), { to })).rejects.toThrow(`${name} would be unencrypted`);
});

test("a move accepts this machine and hosts of PLAINTEXT_HOSTS, as a start does", async () => {
  const incomplete = { VAULT_TRANSIT_KEY: "parley" };
  for (const variables of [
    { VAULT_ADDR: "http://127.0.0.1:8200" },
    { VAULT_ADDR: "http://vault:8200", PLAINTEXT_HOSTS: "vault" },
  ])
    await expect(moveSecrets(settings({ ...incomplete, ...variables }), { to: "vault" })).rejects.toThrow(
      "VAULT_TOKEN needs one login",
    );
});

test("a repeated move accepts the key file of the interrupted one, and replaces no other", () => {
  const folder = mkdtempSync(join(tmpdir(), "key-file-"));
  const path = join(folder, "root-key");
  createKeyFile(path, "1:a key\n");
  createKeyFile(path, "1:a key\n");
  expect(() => createKeyFile(path, "1:another key\n")).toThrow("exists already and has another content");
  expect(readFileSync(path, "utf8")).toBe("1:a key\n");
  rmSync(folder, { recursive: true });
});
