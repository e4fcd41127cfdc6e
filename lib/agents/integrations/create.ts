import { isIP } from "node:net";
import { PROVIDERS } from "@/lib/agents/models";
import { descriptorOf, type ProviderDescriptor, type Service } from "@/lib/agents/providers/schema";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json, violatedConstraint } from "@/lib/platform/db";
import { defaultHttpClient, isListed, portOf } from "@/lib/platform/egress";
import { isInternalAddress } from "@/lib/platform/egress/address";
import { env } from "@/lib/platform/env";
import { AppError, bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { SipTransport } from "@/lib/platform/sip";
import { type Addresses, addressProblem } from "./addresses";
import { isEncryptionMissing, requiresCallEncryption } from "./call-encryption-requirement";
import { auditView, toIntegration } from "./read";
import { retentionProblem, retentionSettings } from "./retention";
import type { CreateIntegration, Integration } from "./schema";
import { partsOf, sealSecret } from "./secret";
import { isSipServerListed, parseSipServer, sipAuthority } from "./sip-server";

const PROVIDER = /^[a-z][a-z0-9_-]{0,31}$/;

function nameProblem(name: string): ErrorDetail | null {
  if (!PROVIDER.test(name)) return bodyProblem("/name", "provider_name_format");
  const isReserved = PROVIDERS.some((provider) => provider.id === name && !provider.needs_credential);
  return isReserved ? bodyProblem("/name", "provider_name_reserved") : null;
}

function extraPartsProblem(text: string): ErrorDetail | null {
  const { search, hash, username, password } = new URL(text);
  const plain = search === "" && hash === "" && username === "" && password === "";
  return plain ? null : bodyProblem("/credential/base_url", "base_url_extra_parts");
}

/** A carrier's credential is sent only to the carrier, or to a host that the operator has listed. */
function carrierProblem(
  url: string,
  { allowedHosts = env.TOOL_ALLOWED_HOSTS }: Addresses,
): ErrorDetail | null {
  const { protocol, hostname, port } = new URL(url);
  return isListed(allowedHosts, hostname, portOf(protocol, port))
    ? null
    : bodyProblem("/credential/base_url", "base_url_not_listed");
}

/** Returns the problem of a provider's address. Its own public address needs no check. */
async function baseUrlProblem(
  url: string,
  { publicUrl, service }: ProviderDescriptor,
  addresses: Addresses,
): Promise<ErrorDetail | null> {
  if (url === publicUrl) return null;
  const refused = service === "carrier" ? carrierProblem(url, addresses) : null;
  return extraPartsProblem(url) ?? refused ?? (await addressProblem(url, "/credential/base_url", addresses));
}

/** Returns the problem of a trunk's server: it must not be inside the network, unless the operator has listed it. */
async function serverProblem(
  server: string,
  transport: SipTransport,
  addresses: Addresses,
): Promise<ErrorDetail | null> {
  const authority = sipAuthority(server, transport);
  const { host, port } = parseSipServer(authority);
  if (isSipServerListed(addresses.allowedHosts ?? env.TOOL_ALLOWED_HOSTS, host, port ?? 0)) return null;
  if (isIP(host) !== 0 && isInternalAddress(host))
    return bodyProblem("/credential/server", "address_in_private_network", {
      setting: `TOOL_ALLOWED_HOSTS=${authority}`,
    });
  return addressProblem(`https://${authority}`, "/credential/server", addresses);
}

/** Returns the problem of `hosts`: tools list them; the others have one host, that of their `base_url`. */
function hostsProblem(
  hosts: CreateIntegration["hosts"],
  { service }: ProviderDescriptor,
): ErrorDetail | null {
  if (service === "tools") return hosts === undefined ? bodyProblem("/hosts", "hosts_missing") : null;
  return hosts === undefined ? null : bodyProblem("/hosts", "hosts_of_base_url");
}

/** Services whose name agents choose by: `<name>:<model or voice>`. */
const CHOSEN_BY_NAME: readonly Service[] = ["model", "speech"];

/** Returns the problem of a credential that its schema cannot express, as its provider states it. */
function credentialProblem(
  credential: CreateIntegration["credential"],
  { problemOf }: ProviderDescriptor,
): ErrorDetail | null {
  const problem = problemOf?.(credential) ?? null;
  return problem === null ? null : bodyProblem(problem.pointer, problem.reason);
}

/** Returns the problem of a live trunk without encryption, if the workspace requires it. */
function encryptionProblem(
  { credential, environment }: CreateIntegration,
  isRequired: boolean,
): ErrorDetail | null {
  if (credential.kind !== "sip") return null;
  return isEncryptionMissing({ encryption: credential.encryption, environment, isRequired })
    ? bodyProblem("/credential/encryption", "call_encryption_required")
    : null;
}

async function readEncryptionRequirement({ workspaceId, db: read }: Ctx): Promise<boolean> {
  const requirement = db.selectNoFrom(requiresCallEncryption(workspaceId).as("is_required"));
  return (await read.first(requirement))?.is_required ?? false;
}

/** Returns the problems of a request that its schema cannot express. */
async function problemsOf(
  input: CreateIntegration,
  addresses: Addresses,
  isEncryptionRequired: boolean,
): Promise<ErrorDetail[]> {
  const { credential, hosts, name } = input;
  const descriptor = descriptorOf(credential.kind);
  const problems = [
    CHOSEN_BY_NAME.includes(descriptor.service) ? nameProblem(name) : null,
    hostsProblem(hosts, descriptor),
    "base_url" in credential ? await baseUrlProblem(credential.base_url, descriptor, addresses) : null,
    credential.kind === "oauth2"
      ? await addressProblem(credential.token_url, "/credential/token_url", addresses)
      : null,
    credential.kind === "sip"
      ? await serverProblem(credential.server, credential.transport, addresses)
      : null,
    credentialProblem(credential, descriptor) ?? encryptionProblem(input, isEncryptionRequired),
    retentionProblem(credential, addresses.allowedHosts),
  ];
  return problems.filter((problem) => problem !== null);
}

/** Returns the hosts that the credential can be sent to. */
function hostsOf({ credential, hosts }: CreateIntegration): string[] {
  if (credential.kind === "sip") return [sipAuthority(credential.server, credential.transport)];
  if (!("base_url" in credential)) return [...new Set(hosts ?? [])];
  const { protocol, hostname, port } = new URL(credential.base_url);
  return [`${hostname}:${portOf(protocol, port)}`];
}

/**
 * Connects an integration: seals its secret and binds it to hosts and an environment. Throws
 * `validation_error` for an address that cannot be called, or a trunk without required encryption, and `conflict` if the environment has an
 * integration of that name.
 */
export async function createIntegration(
  ctx: Ctx,
  input: CreateIntegration,
  addresses: Addresses = { egress: defaultHttpClient },
): Promise<Integration> {
  const isEncryptionRequired = await readEncryptionRequirement(ctx);
  const problems = await problemsOf(input, addresses, isEncryptionRequired);
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
    throw new AppError("integration_name_taken");
  }
  return toIntegration({ ...row, requires_call_encryption: isEncryptionRequired, paused_until: null });
}
