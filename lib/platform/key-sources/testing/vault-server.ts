import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A strict stand-in for Vault's HTTP API:
// - transit: https://developer.hashicorp.com/vault/api-docs/secret/transit ("Encrypt data", "Decrypt data", "Rotate key")
// - AppRole: https://developer.hashicorp.com/vault/api-docs/auth/approle ("Login with AppRole")
// - Kubernetes: https://developer.hashicorp.com/vault/api-docs/auth/kubernetes ("Login")
// - status codes and headers: https://developer.hashicorp.com/vault/api-docs ("HTTP status codes", "Namespaces")

const IV_BYTES = 12;
const TAG_BYTES = 16;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

type Body = Record<string, unknown>;
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Faults for the next requests: a status, no response, or a redirect. */
export type VaultFault = number | "silence" | "redirect";

/** Opens the stand-in with one transit key `parley` at the mount `transit`, in the namespace `ns` if one is given. */
export async function openVaultServer({ namespace }: { namespace?: string } = {}) {
  const versions: Buffer[] = [randomBytes(32)];
  const policies = { encrypt: true, decrypt: true };
  /** Tokens and their expiry. */
  const tokens = new Map<string, number>();
  const roles = {
    roleId: randomUUID(),
    secretId: randomUUID(),
    kubernetesRole: "parley",
    jwt: "header.claims.signature",
  };
  const faults: VaultFault[] = [];
  const requests: string[] = [];
  let sealed = false;

  const issueToken = (ttlMs = 60_000): string => {
    const token = `hvs.${randomBytes(24).toString("base64url")}`;
    tokens.set(token, Date.now() + ttlMs);
    return token;
  };
  const fieldOf = (body: Body, name: string): string => {
    const value = body[name];
    if (typeof value !== "string" || value === "") throw new Refusal(400, `missing ${name}`);
    return value;
  };
  const bytesOf = (text: string): Buffer => {
    if (!BASE64.test(text)) throw new Refusal(400, "failed to base64-decode");
    return Buffer.from(text, "base64");
  };
  const requireToken = (request: IncomingMessage): void => {
    const token = String(request.headers["x-vault-token"] ?? "");
    if (!((tokens.get(token) ?? 0) > Date.now())) throw new Refusal(403, "permission denied");
  };

  function encrypt(body: Body): Body {
    if (!policies.encrypt) throw new Refusal(403, "permission denied");
    const plain = bytesOf(fieldOf(body, "plaintext"));
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", versions.at(-1) as Buffer, iv);
    cipher.setAAD(bytesOf(String(body.associated_data ?? "")));
    const text = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return {
      ciphertext: `vault:v${versions.length}:${text.toString("base64")}`,
      key_version: versions.length,
    };
  }
  function decrypt(body: Body): Body {
    if (!policies.decrypt) throw new Refusal(403, "permission denied");
    const [, version, base64 = ""] = /^vault:v(\d+):(.+)$/.exec(fieldOf(body, "ciphertext")) ?? [];
    const key = versions[Number(version) - 1];
    if (key === undefined) throw new Refusal(400, "invalid ciphertext: no prefix");
    const text = bytesOf(base64);
    const decipher = createDecipheriv("aes-256-gcm", key, text.subarray(0, IV_BYTES));
    decipher.setAAD(bytesOf(String(body.associated_data ?? "")));
    decipher.setAuthTag(text.subarray(-TAG_BYTES));
    try {
      const plain = Buffer.concat([decipher.update(text.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      return { plaintext: plain.toString("base64") };
    } catch {
      throw new Refusal(400, "cipher: message authentication failed");
    }
  }

  function logIn(url: string, body: Body): string {
    if (url === "/v1/auth/approle/login") {
      if (body.role_id !== roles.roleId || body.secret_id !== roles.secretId)
        throw new Refusal(400, "invalid role or secret ID");
    } else if (url === "/v1/auth/kubernetes/login") {
      if (body.role !== roles.kubernetesRole) throw new Refusal(400, "invalid role name");
      if (body.jwt !== roles.jwt) throw new Refusal(403, "permission denied");
    } else throw new Refusal(404, "no handler for route");
    return issueToken();
  }

  function answer(request: IncomingMessage, body: Body): Body {
    if (sealed) throw new Refusal(503, "Vault is sealed");
    if (request.method !== "POST" && request.method !== "PUT")
      throw new Refusal(405, "unsupported operation");
    if (request.headers["x-vault-namespace"] !== namespace) throw new Refusal(404, "no handler for route");
    if (request.url?.startsWith("/v1/auth/")) return { auth: { client_token: logIn(request.url, body) } };
    // Vault checks the token before it looks for the path's handler.
    requireToken(request);
    if (!request.url?.startsWith("/v1/transit/")) throw new Refusal(404, "no handler for route");
    if (request.url === "/v1/transit/encrypt/parley") return { data: encrypt(body) };
    if (request.url === "/v1/transit/decrypt/parley") return { data: decrypt(body) };
    // Vault creates a missing key at "encrypt" if the policy allows "create"; this policy allows "update" alone.
    throw new Refusal(request.url.startsWith("/v1/transit/encrypt/") ? 403 : 400, "encryption key not found");
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push(String(request.url));
    const fault = faults.shift();
    if (fault === "silence") return;
    if (fault === "redirect") {
      response.writeHead(307, { location: "http://127.0.0.1:9/" }).end();
      return;
    }
    const send = (status: number, body: Body) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    try {
      if (typeof fault === "number") throw new Refusal(fault, "fault");
      const text = Buffer.concat(chunks).toString("utf8");
      if (request.headers["content-type"] !== "application/json")
        throw new Refusal(400, "error parsing JSON");
      send(200, answer(request, JSON.parse(text) as Body));
    } catch (error) {
      send(error instanceof Refusal ? error.status : 500, { errors: [String((error as Error).message)] });
    }
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    roles,
    policies,
    faults,
    requests,
    issueToken,
    revokeTokens: () => tokens.clear(),
    setSealed: (value: boolean) => {
      sealed = value;
    },
    /** As `POST transit/keys/parley/rotate`. */
    rotateKey: () => versions.push(randomBytes(32)),
    /** As a raised `min_decryption_version`: ciphertexts of versions before the newest no longer open. */
    dropOldVersions: () =>
      versions.splice(0, versions.length - 1, ...versions.slice(0, -1).map(() => randomBytes(32))),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
