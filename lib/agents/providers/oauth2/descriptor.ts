import { z } from "zod";
import { USE_SCOPE, USE_TOKEN_URL } from "@/lib/platform/reasons/fields/providers";
import { ApiKey } from "../credential-parts";
import { describeProvider } from "../descriptor";

/** A URL without user name and fragment; a query is permitted (RFC 6749, section 3.2). */
const TOKEN_URL = /^https?:\/\/[^\s#@]+$/;
/** `scope` of RFC 6749, section 3.3. */
const SCOPE = /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/;

/** Access tokens by the client credentials grant (RFC 6749, section 4.4), sent as bearer tokens (RFC 6750). */
export const oauth2 = describeProvider({
  kind: "oauth2",
  service: "tools",
  credential: z.strictObject({
    kind: z.literal("oauth2"),
    /**
     * Address of the authorization server's token endpoint. Unless the operator has listed its host, it must use https and
     * lead to a public address. The client secret is sent only there, and access tokens only to the `hosts`.
     */
    token_url: z.string().max(2_000).regex(TOKEN_URL, USE_TOKEN_URL),
    /** Identifier of the client at the authorization server. */
    client_id: ApiKey,
    /** Secret of the client. It is stored encrypted and never shown again. */
    client_secret: ApiKey,
    /** Scopes to request, separated by single spaces; absent for the client's default scopes. */
    scope: z.string().max(1_000).regex(SCOPE, USE_SCOPE).optional(),
    /** Value of the parameter `audience`, which some authorization servers require. */
    audience: z.string().min(1).max(1_000).optional(),
    /**
     * Where the client's ID and secret are sent: in the header `Authorization: Basic` (`client_secret_basic`), or in the
     * body (`client_secret_post`).
     */
    client_authentication: z
      .enum(["client_secret_basic", "client_secret_post"])
      .default("client_secret_basic"),
  }),
  secretFields: ["client_secret"],
  form: [
    { input: "text", name: "token_url", label: "tokenUrl", example: "tokenUrl", required: true },
    { input: "text", name: "client_id", label: "clientId", required: true },
    { input: "secret", name: "client_secret", label: "clientSecret", required: true },
    { input: "text", name: "scope", label: "scope", help: "scope", maxLength: 1_000 },
    { input: "text", name: "audience", label: "audience", help: "audience", maxLength: 1_000 },
    {
      input: "choice",
      name: "client_authentication",
      label: "clientAuthentication",
      options: [
        { value: "client_secret_basic", label: "clientSecretBasic" },
        { value: "client_secret_post", label: "clientSecretPost" },
      ],
    },
  ],
});
