import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A strict stand-in of an authorization server with the client credentials grant. It rejects what RFC 6749 rejects
 * (https://www.rfc-editor.org/rfc/rfc6749); each rule names its section.
 */
export type AuthorizationServer = {
  host: string;
  tokenUrl: string;
  /** The tokens issued so far, in order. */
  issued: string[];
  /** Answers in place of the rules, until it is null again. */
  answer: ((response: ServerResponse) => void) | null;
  expiresIn: number;
  close(): Promise<void>;
};

type Client = { id: string; secret: string; scopes: readonly string[]; audience?: string };
type Refusal = { status: number; error: string; headers?: Record<string, string> };

/** Section 5.2: a client that used the header gets the scheme that it used. */
const INVALID_CLIENT: Refusal = {
  status: 401,
  error: "invalid_client",
  headers: { "www-authenticate": 'Basic realm="token"' },
};
const INVALID_REQUEST: Refusal = { status: 400, error: "invalid_request" };

/** Section 2.3.1: the ID and the secret are form-encoded before they are joined. */
function readBasic(header: string): { id: string; secret: string } | null {
  const pair = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header)?.[1];
  if (pair === undefined) return null;
  const [id, secret, ...more] = Buffer.from(pair, "base64").toString("utf8").split(":");
  if (id === undefined || secret === undefined || more.length > 0) return null;
  const decode = (text: string) => new URLSearchParams(`x=${text}`).get("x") ?? "";
  return { id: decode(id), secret: decode(secret) };
}

function refusalOf(request: IncomingMessage, body: string, client: Client): Refusal | null {
  const { method, headers, url = "" } = request;
  if (method !== "POST") return { status: 405, error: "invalid_request" }; // section 3.2
  if (!/^application\/x-www-form-urlencoded(;|$)/.test(headers["content-type"] ?? "")) return INVALID_REQUEST;
  const form = new URLSearchParams(body);
  if (new Set(form.keys()).size < [...form.keys()].length) return INVALID_REQUEST; // section 3.2: no repetition
  if (url.includes("client_secret")) return INVALID_REQUEST; // section 2.3.1: never in the URL
  const { authorization } = headers;
  if (authorization !== undefined && form.has("client_secret")) return INVALID_REQUEST; // section 2.3: one method
  const presented =
    authorization === undefined
      ? { id: form.get("client_id"), secret: form.get("client_secret") }
      : readBasic(authorization);
  if (presented?.id !== client.id || presented.secret !== client.secret) return INVALID_CLIENT;
  if (form.get("grant_type") !== "client_credentials")
    return { status: 400, error: "unsupported_grant_type" };
  if (client.audience !== undefined && form.get("audience") !== client.audience) return INVALID_REQUEST;
  const scopes = form.get("scope")?.split(" ") ?? [];
  return scopes.every((scope) => client.scopes.includes(scope))
    ? null
    : { status: 400, error: "invalid_scope" };
}

export async function startAuthorizationServer(client: Client): Promise<AuthorizationServer> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (state.answer !== null) return state.answer(response);
    // Section 5.1: responses with tokens are not stored by caches.
    const headers = { "content-type": "application/json;charset=UTF-8", "cache-control": "no-store" };
    const refusal = refusalOf(request, body, client);
    if (refusal !== null) {
      response.writeHead(refusal.status, { ...headers, ...refusal.headers });
      return response.end(
        JSON.stringify({ error: refusal.error, error_description: "canary of the server" }),
      );
    }
    const token = `token-${state.issued.length + 1}.canary~+/=`;
    state.issued.push(token);
    // Section 4.4.3: no refresh token.
    response.writeHead(200, headers);
    response.end(JSON.stringify({ access_token: token, token_type: "Bearer", expires_in: state.expiresIn }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const state: AuthorizationServer = {
    host: `127.0.0.1:${port}`,
    tokenUrl: `http://127.0.0.1:${port}/oauth2/token?tenant=a`,
    issued: [],
    answer: null,
    expiresIn: 3_600,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return state;
}
