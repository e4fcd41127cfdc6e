import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKmsServer } from "@/lib/platform/key-sources/testing/kms-server";
import { openVaultServer } from "@/lib/platform/key-sources/testing/vault-server";
import { type BundledCommands, bundleCommands } from "@/test/fixtures/bundled-commands";

/** Time limit for about twenty processes that each load the packages, of which one waits 20 s, while other tests run. */
const SEVERAL_PROCESSES_MS = 480_000;

let dataDir: string;
let vault: Awaited<ReturnType<typeof openVaultServer>>;
let kms: Awaited<ReturnType<typeof openKmsServer>>;
let commands: BundledCommands;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "secrets-command-"));
  [vault, kms] = await Promise.all([openVaultServer(), openKmsServer()]);
  commands = await bundleCommands(["init", "key", "secrets", "doctor"]);
});
afterAll(async () => {
  await Promise.all([vault.close(), kms.close(), commands.remove()]);
  rmSync(dataDir, { recursive: true });
});

type Settings = Record<string, string>;
const command = (name: string, settings: Settings, args: string[] = []) =>
  commands.start(name, args, { DATA_DIR: dataDir, ...settings }).result;
const files = (): string[] => readdirSync(join(dataDir, "secrets")).sort();
const plainFiles = (): string[] => files().filter((name) => name.endsWith(".key"));

const vaultSettings = (): Settings => ({
  VAULT_ADDR: vault.address,
  VAULT_TRANSIT_KEY: "parley",
  VAULT_ROLE_ID: vault.roles.roleId,
  VAULT_SECRET_ID: vault.roles.secretId,
});
const kmsSettings = (): Settings => ({
  KMS_KEY_ID: "alias/parley",
  AWS_REGION: kms.account.region,
  AWS_ACCESS_KEY_ID: kms.account.accessKeyId,
  AWS_SECRET_ACCESS_KEY: kms.account.secretAccessKey,
  AWS_ENDPOINT_URL_KMS: kms.address,
});
/** Whether commands read and write sealed data with these settings, and all secrets are those of the database. */
async function expectWorking(settings: Settings, secrets = 5): Promise<void> {
  const key = await command("key", settings);
  expect(key.stderr).toContain("API key for ws_");
  expect(key.stdout).toMatch(/^prl_live_/);
  const { stdout, code } = await command("secrets", settings);
  expect(stdout.match(/: the file of this database$/gm)).toHaveLength(secrets);
  expect(code).toBe(0);
}

test(
  "an installation starts with Vault, moves to files, AWS KMS and the environment, and opens its data at each place",
  async () => {
    const inVault = { ROOT_KEY_SOURCE: "vault", ...vaultSettings() };
    // A Vault that is sealed while Parley starts: the start waits.
    vault.faults.push(503, 503);
    const init = await command("init", { ...inVault, PARLEY_INIT_OWNER_PASSWORD: "correct horse battery" });
    expect(init).toMatchObject({ code: 0, stderr: "" });
    expect(plainFiles()).toEqual([]);
    await expectWorking(inVault);

    vault.setSealed(true);
    const refused = await command("key", inVault);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    // Standard output is for the key alone, so attempts are reported here.
    const reason = "Vault is sealed or in maintenance (503). Unseal it.";
    expect(refused.stderr).toBe(
      `${reason} Trying again.\n${reason} Trying again.\nNo key was created. ${reason}\n`,
    );
    vault.setSealed(false);

    const withoutSource = await command("key", {});
    expect(withoutSource.stderr).toContain("ROOT_KEY_SOURCE is file. Set it to the source");
    expect(plainFiles()).toEqual([]);

    const toFile = await command("secrets", inVault, ["move", "--to", "file"]);
    expect(toFile.stdout).toContain("Set ROOT_KEY_SOURCE=file now");
    expect(files().filter((name) => !name.endsWith(".pub"))).toEqual(plainFiles());
    await expectWorking({});

    const toKms = await command("secrets", kmsSettings(), ["move", "--to", "aws-kms"]);
    expect(toKms).toMatchObject({ code: 0, stderr: "" });
    expect(plainFiles()).toEqual([]);
    const inKms = { ROOT_KEY_SOURCE: "aws-kms", ...kmsSettings() };
    kms.rotateKey();
    const rewrapped = await command("secrets", inKms, ["rewrap"]);
    expect(rewrapped.stdout).toContain("Wrapped again and verified: root.key.");
    await expectWorking(inKms);

    await command("secrets", { ...inKms, ...vaultSettings() }, ["move", "--to", "vault"]);
    await expectWorking(inVault);

    // The next root key is wrapped too, and the sealed files follow it. The keys of links are kept as three secrets more.
    for (const step of [[], ["--continue"], ["--finish"]])
      expect(await command("secrets", inVault, ["rotate", ...step])).toMatchObject({ code: 0 });
    expect(files()).toContain("root-2.key.wrapped");
    expect(files()).not.toContain("root.key.wrapped");
    await expectWorking(inVault, 8);

    await command("secrets", inVault, ["move", "--to", "file"]);
    const keyFile = join(dataDir, "root-key-of-the-operator");
    const toEnv = await command("secrets", {}, ["move", "--to", "env", "--key-file", keyFile]);
    expect(toEnv).toMatchObject({ code: 0, stderr: "" });
    expect(plainFiles()).toEqual([]);
    const inEnv = { ROOT_KEY_SOURCE: "env", ROOT_KEY: readFileSync(keyFile, "utf8").trim() };
    expect(inEnv.ROOT_KEY).toMatch(/^2:/);
    await expectWorking(inEnv, 8);
    const ambiguous = await command("key", { ...inEnv, ROOT_KEY_SOURCE: "vault", ...vaultSettings() });
    expect(ambiguous.stderr).toContain("ROOT_KEY: is set, but ROOT_KEY_SOURCE is vault");
  },
  SEVERAL_PROCESSES_MS,
);
