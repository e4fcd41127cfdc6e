/** AES-256. */
const SECRET_KEY_BYTES = 32;

/** Where the root key comes from: a file of DATA_DIR, the environment, or a service that unwraps it. */
export const ROOT_KEY_SOURCES = ["file", "env", "aws-kms", "vault"] as const;
export type RootKeySource = (typeof ROOT_KEY_SOURCES)[number];

/** An entry of ROOT_KEY: `<version>:<base64>`, or the base64 alone for version 1. */
const ENTRY = /^(?:([1-9]\d{0,3}):)?([A-Za-z0-9+/]{43}=)$/;

/**
 * Parses ROOT_KEY: keys of 32 bytes in base64, separated by commas, each after its version and a colon (version 1 without).
 * Returns null if the text has another form, another length or a version twice.
 */
export function parseRootKeys(text: string): Map<number, Buffer> | null {
  const keys = new Map<number, Buffer>();
  for (const entry of text.split(",")) {
    const [, version = "1", base64] = ENTRY.exec(entry.trim()) ?? [];
    if (base64 === undefined || keys.has(Number(version))) return null;
    const key = Buffer.from(base64, "base64");
    // The last character of a text that was not written by an encoder can have bits that no byte has.
    if (key.length !== SECRET_KEY_BYTES || key.toString("base64") !== base64) return null;
    keys.set(Number(version), key);
  }
  return keys;
}

/** Settings that `findRootKeyProblems` compares; undefined if they are not set. */
export type RootKeySettings = {
  ROOT_KEY_SOURCE: RootKeySource;
  ROOT_KEY?: string | undefined;
  KMS_KEY_ID?: string | undefined;
  AWS_REGION?: string | undefined;
  AWS_ENDPOINT_URL_KMS?: string | undefined;
  AWS_ENDPOINT_URL_STS?: string | undefined;
  VAULT_ADDR?: string | undefined;
  VAULT_TRANSIT_KEY?: string | undefined;
  VAULT_TOKEN?: string | undefined;
  VAULT_TOKEN_FILE?: string | undefined;
  VAULT_ROLE_ID?: string | undefined;
  VAULT_SECRET_ID?: string | undefined;
  VAULT_KUBERNETES_ROLE?: string | undefined;
};

type Problem = [name: string, message: string];

/** A problem if the value is no http address, or one whose connection would be unencrypted and is not allowed to be. */
function findAddressProblem(
  name: string,
  value: string | undefined,
  isPlaintextAllowed: (url: URL) => boolean,
): Problem[] {
  if (value === undefined) return [];
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return [[name, "must be an address: https://host:port"]];
  if (url.protocol === "http:" && !isPlaintextAllowed(url))
    return [[name, "would be unencrypted: use https, or list its host in PLAINTEXT_HOSTS"]];
  return [];
}

const requireAll = (settings: RootKeySettings, names: readonly (keyof RootKeySettings)[]): Problem[] =>
  names
    .filter((name) => settings[name] === undefined)
    .map((name) => [name, `is required when ROOT_KEY_SOURCE is ${settings.ROOT_KEY_SOURCE}`]);

function findVaultLoginProblems(settings: RootKeySettings): Problem[] {
  const logins: (keyof RootKeySettings)[] = [
    "VAULT_TOKEN",
    "VAULT_TOKEN_FILE",
    "VAULT_ROLE_ID",
    "VAULT_KUBERNETES_ROLE",
  ];
  const set = logins.filter((name) => settings[name] !== undefined);
  if (set.length !== 1) return [["VAULT_TOKEN", `needs one login: set exactly one of ${logins.join(", ")}`]];
  if (set[0] === "VAULT_ROLE_ID" && settings.VAULT_SECRET_ID === undefined)
    return [["VAULT_SECRET_ID", "is required when VAULT_ROLE_ID is set"]];
  return [];
}

/**
 * The problems of the settings of the root key's source, by variable. Settings of a source that is not chosen are ignored,
 * as other programs use the same names, except ROOT_KEY: two root keys are ambiguous.
 */
export function findRootKeyProblems(
  settings: RootKeySettings,
  isPlaintextAllowed: (url: URL) => boolean,
): Problem[] {
  const { ROOT_KEY_SOURCE: source, ROOT_KEY } = settings;
  if (source !== "env" && ROOT_KEY !== undefined)
    return [
      [
        "ROOT_KEY",
        `is set, but ROOT_KEY_SOURCE is ${source}: remove one of them, or set ROOT_KEY_SOURCE=env`,
      ],
    ];
  if (source === "env") {
    if (ROOT_KEY !== undefined && parseRootKeys(ROOT_KEY) === null)
      return [["ROOT_KEY", "must be 32 bytes in base64 (44 characters): openssl rand -base64 32"]];
    return requireAll(settings, ["ROOT_KEY"]);
  }
  if (source === "aws-kms")
    return [
      ...requireAll(settings, ["KMS_KEY_ID", "AWS_REGION"]),
      ...findAddressProblem("AWS_ENDPOINT_URL_KMS", settings.AWS_ENDPOINT_URL_KMS, isPlaintextAllowed),
      ...findAddressProblem("AWS_ENDPOINT_URL_STS", settings.AWS_ENDPOINT_URL_STS, isPlaintextAllowed),
    ];
  if (source === "vault")
    return [
      ...requireAll(settings, ["VAULT_ADDR", "VAULT_TRANSIT_KEY"]),
      ...findAddressProblem("VAULT_ADDR", settings.VAULT_ADDR, isPlaintextAllowed),
      ...findVaultLoginProblems(settings),
    ];
  return [];
}
