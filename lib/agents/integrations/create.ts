import { PROVIDERS } from "@/lib/agents/models";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, violatedConstraint } from "@/lib/platform/db";
import { defaultHttpClient, isListed, portOf } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { AppError, bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type Addresses, addressProblem } from "./addresses";
import { auditView, toIntegration } from "./read";
import { retentionProblem, retentionSettings } from "./retention";
import { type CreateIntegration, DEEPGRAM_URL, ELEVENLABS_URL, type Integration, TWILIO_URL } from "./schema";
import { partsOf, sealSecret } from "./secret";

const PROVIDER = /^[a-z][a-z0-9_-]{0,31}$/;

function nameProblem(name: string): ErrorDetail | null {
  if (!PROVIDER.test(name))
    return bodyProblem(
      "/name",
      "invalid_format",
      "Use lower-case letters, digits, - and _: it becomes <name>:<model>.",
    );
  const isReserved = PROVIDERS.some((provider) => provider.id === name && !provider.needs_credential);
  return isReserved
    ? bodyProblem("/name", "reserved", "This name belongs to a provider of the product.")
    : null;
}

function baseUrlProblem(text: string): ErrorDetail | null {
  const { search, hash, username, password } = new URL(text);
  const plain = search === "" && hash === "" && username === "" && password === "";
  return plain
    ? null
    : bodyProblem("/credential/base_url", "invalid_format", "Leave out user name, query and fragment.");
}

/** Headers that the connection sets. As a credential, they would break or redirect the request. */
const CONNECTION_HEADERS =
  /^(connection|content-length|content-type|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

function headerProblem(credential: CreateIntegration["credential"]): ErrorDetail | null {
  return credential.kind === "header" && CONNECTION_HEADERS.test(credential.header_name)
    ? bodyProblem("/credential/header_name", "not_allowed", "This header is not used for authorization.")
    : null;
}

/** The carrier's credential is sent only to the carrier, or to a host that the operator has listed. */
async function carrierProblem(url: string, addresses: Addresses): Promise<ErrorDetail | null> {
  if (url === TWILIO_URL) return null;
  const { protocol, hostname, port } = new URL(url);
  const { allowedHosts = env.TOOL_ALLOWED_HOSTS } = addresses;
  if (!isListed(allowedHosts, hostname, portOf(protocol, port)))
    return bodyProblem(
      "/credential/base_url",
      "not_allowed",
      "Leave this out: the operator has listed no such host.",
    );
  return addressProblem(url, "/credential/base_url", addresses);
}

/** Well-known public addresses, which need no check. */
const PROVIDERS_OWN: readonly string[] = [DEEPGRAM_URL, ELEVENLABS_URL];

const uselessProblem = (credential: CreateIntegration["credential"]): ErrorDetail | null =>
  credential.kind === "speech" && credential.models.length + credential.voices.length === 0
    ? bodyProblem(
        "/credential/voices",
        "required",
        "Name the voices that speak, or the models that transcribe.",
      )
    : null;

/** Returns the problems of a request that its schema cannot express. */
async function problemsOf(input: CreateIntegration, addresses: Addresses): Promise<ErrorDetail[]> {
  const { credential, hosts, name } = input;
  const missingHosts =
    hosts === undefined
      ? bodyProblem("/hosts", "required", "Name the hosts that this credential may be sent to.")
      : null;
  const needlessHosts =
    hosts === undefined
      ? null
      : bodyProblem("/hosts", "not_allowed", "Leave this out: the host is that of base_url.");
  if (credential.kind === "bearer" || credential.kind === "basic" || credential.kind === "header")
    return [missingHosts, headerProblem(credential)].filter((problem) => problem !== null);
  if (credential.kind === "twilio")
    return [
      needlessHosts,
      baseUrlProblem(credential.base_url) ?? (await carrierProblem(credential.base_url, addresses)),
    ].filter((problem) => problem !== null);
  const { base_url } = credential;
  const address = PROVIDERS_OWN.includes(base_url)
    ? null
    : (baseUrlProblem(base_url) ?? (await addressProblem(base_url, "/credential/base_url", addresses)));
  const retention = retentionProblem(credential, addresses.allowedHosts);
  return [nameProblem(name), needlessHosts, address, uselessProblem(credential), retention].filter(
    (problem) => problem !== null,
  );
}

/** Returns the hosts that the credential can be sent to. */
function hostsOf({ credential, hosts }: CreateIntegration): string[] {
  if (!("base_url" in credential)) return [...new Set(hosts ?? [])];
  const { protocol, hostname, port } = new URL(credential.base_url);
  return [`${hostname}:${portOf(protocol, port)}`];
}

/**
 * Connects an integration: seals its secret and binds it to hosts and an environment. Throws
 * `validation_error` for an address that cannot be called, and `conflict` if the environment has an
 * integration of that name.
 */
export async function createIntegration(
  ctx: Ctx,
  input: CreateIntegration,
  addresses: Addresses = { egress: defaultHttpClient },
): Promise<Integration> {
  const problems = await problemsOf(input, addresses);
  if (problems.length > 0) throw validationError(problems);
  const parts = partsOf(input.credential);
  const settings = {
    ...parts.settings,
    ...retentionSettings(input.credential, addresses.allowedHosts),
  };
  const id = newId("int");
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: input.environment,
    name: input.name,
    kind: input.credential.kind,
    hosts: hostsOf(input),
    settings,
    created_at: ctx.now(),
  };
  const sealed = await sealSecret(ctx.workspaceId, id, row.kind, parts.secret);
  try {
    await writeAudited(ctx, {
      run: [db.insertInto("integrations").values({ ...row, settings: json(settings), secret: sealed })],
      audit: { action: "integration.connected", target: id, after: auditView(row) },
    });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    throw new AppError(
      "conflict",
      "There is an integration of this name in this environment. Disconnect it first.",
    );
  }
  return toIntegration(row);
}
