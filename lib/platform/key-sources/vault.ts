import { readFileSync } from "node:fs";
import { z } from "zod";
import { KeySourceError, type KeyWrapper, requireKeyBytes, type WrapContext } from "./key-wrapper";
import { parseBody, type ServiceResponse, sendRequest } from "./send-request";

/** A login at Vault. `mount` is the path of the auth method. */
export type VaultLogin =
  | { kind: "token"; token: string }
  | { kind: "token-file"; path: string }
  | { kind: "approle"; mount: string; roleId: string; secretId: string }
  | { kind: "kubernetes"; mount: string; role: string; jwtPath: string };

export type VaultSettings = {
  address: string;
  namespace: string | undefined;
  /** Path of the authority's certificates in PEM. */
  caFile: string | undefined;
  /** Mount and name of the transit key. */
  mount: string;
  key: string;
  login: VaultLogin;
  timeoutMs?: number;
};

const SERVICE = "Vault (VAULT_ADDR)";
const TIMEOUT_MS = 5_000;

const Login = z.object({ auth: z.object({ client_token: z.string().min(1) }) });
const Encrypted = z.object({ data: z.object({ ciphertext: z.string().startsWith("vault:v") }) });
const Decrypted = z.object({ data: z.object({ plaintext: z.base64() }) });

/** Reads a file of the operator. The error names the setting and not the path. */
function readSettingFile(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new KeySourceError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** The error for a status. Vault's own texts are left out, as they can repeat parts of a request. */
function refusalOf(status: number, step: string): KeySourceError {
  if (status === 403)
    return new KeySourceError(
      `Vault refused ${step} (403). Check that the token has not expired, and that its policy allows update on transit encrypt and decrypt of this key.`,
    );
  if (status === 404)
    return new KeySourceError(
      `Vault does not have the path of ${step} (404). Check VAULT_TRANSIT_MOUNT, VAULT_AUTH_MOUNT and VAULT_NAMESPACE.`,
    );
  if (status === 503) return new KeySourceError("Vault is sealed or in maintenance (503). Unseal it.", true);
  if (status === 429) return new KeySourceError("Vault limits the rate of requests (429).", true);
  if (status >= 500 || status === 412 || status === 472 || status === 473)
    return new KeySourceError(`Vault answered ${status} to ${step}.`, true);
  if (status >= 300 && status < 400)
    return new KeySourceError(
      `Vault redirected ${step} (${status}). Set VAULT_ADDR to the address of the active node.`,
    );
  return new KeySourceError(
    `Vault rejected ${step} (${status}). Check VAULT_TRANSIT_KEY: the key must exist, be of type aes256-gcm96, and be the one that wrapped the root key of this installation.`,
  );
}

/**
 * Wraps keys with a key of Vault's or OpenBao's transit engine. The context is sent as associated data. Logs in for each
 * call, which happens once at the start of a process. The requests are those of Vault's HTTP API
 * (https://developer.hashicorp.com/vault/api-docs/secret/transit).
 */
export function createVaultWrapper(settings: VaultSettings): KeyWrapper {
  const { address, namespace, mount, key, login, timeoutMs = TIMEOUT_MS } = settings;
  const base = address.endsWith("/") ? address.slice(0, -1) : address;

  const post = (path: string, body: object, token?: string): Promise<ServiceResponse> =>
    sendRequest(SERVICE, {
      url: `${base}/v1/${path}`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-vault-request": "true",
        ...(namespace !== undefined && { "x-vault-namespace": namespace }),
        ...(token !== undefined && { "x-vault-token": token }),
      },
      body: JSON.stringify(body),
      timeoutMs,
      ...(settings.caFile !== undefined && {
        ca: readSettingFile(settings.caFile, "The file of VAULT_CACERT"),
      }),
    });

  const logInWith = async (path: string, body: object): Promise<string> => {
    const response = await post(path, body);
    if (response.status === 400 || response.status === 403)
      throw new KeySourceError(
        `Vault refused the login (${response.status}). Check VAULT_ROLE_ID and VAULT_SECRET_ID, or VAULT_KUBERNETES_ROLE.`,
      );
    if (response.status !== 200) throw refusalOf(response.status, "the login");
    const parsed = Login.safeParse(parseBody(response.body));
    if (!parsed.success) throw new KeySourceError("Vault answered the login without a token.");
    return parsed.data.auth.client_token;
  };

  const readToken = async (): Promise<string> => {
    if (login.kind === "token") return login.token;
    if (login.kind === "token-file") return readSettingFile(login.path, "The file of VAULT_TOKEN_FILE");
    if (login.kind === "approle")
      return logInWith(`auth/${login.mount}/login`, { role_id: login.roleId, secret_id: login.secretId });
    const jwt = readSettingFile(login.jwtPath, "The token of the Kubernetes service account");
    return logInWith(`auth/${login.mount}/login`, { role: login.role, jwt });
  };

  async function transit<T>(verb: "encrypt" | "decrypt", body: object, schema: z.ZodType<T>): Promise<T> {
    const response = await post(`${mount}/${verb}/${key}`, body, await readToken());
    if (response.status !== 200) throw refusalOf(response.status, `transit ${verb}`);
    const parsed = schema.safeParse(parseBody(response.body));
    if (!parsed.success) throw new KeySourceError(`Vault answered transit ${verb} with an unexpected body.`);
    return parsed.data;
  }

  return {
    async wrap(plain, context) {
      const body = { plaintext: plain.toString("base64"), associated_data: encodeContext(context) };
      return (await transit("encrypt", body, Encrypted)).data.ciphertext;
    },
    async unwrap(ciphertext, context) {
      const body = { ciphertext, associated_data: encodeContext(context) };
      const { data } = await transit("decrypt", body, Decrypted);
      return requireKeyBytes(Buffer.from(data.plaintext, "base64"), "Vault");
    },
  };
}

/** The context as associated data: base64 of `name=value` lines, sorted by name. */
const encodeContext = (context: WrapContext): string =>
  Buffer.from(
    Object.entries(context)
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join("\n"),
  ).toString("base64");
