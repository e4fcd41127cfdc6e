import {
  type Addresses,
  addressProblem,
  type IntegrationRow,
  selectIntegrations,
} from "@/lib/agents/integrations";
import { descriptorOf } from "@/lib/agents/providers/schema";
import type { Reader } from "@/lib/platform/db";
import { isListed, portOf } from "@/lib/platform/egress";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import { isReservedName } from "./builtins";
import { templateOrigin } from "./http";
import type { HttpTool } from "./http/schema";

export const nameProblem = (name: string): ErrorDetail | null =>
  isReservedName(name) ? bodyProblem("/name", "tool_name_reserved") : null;

/** Whether the address of a request can be called, as far as that is known before the call. */
export const urlProblem = (request: HttpTool["request"], addresses: Addresses): Promise<ErrorDetail | null> =>
  addressProblem(templateOrigin(request.url), "/request/url", addresses);

/** Whether a credential bound to `hosts` can be sent with a request. */
export function coversUrl(hosts: readonly string[], request: HttpTool["request"]): boolean {
  const { protocol, hostname, port } = new URL(templateOrigin(request.url));
  return isListed(hosts, hostname, portOf(protocol, port));
}

/** Returns the problem of the credential that a tool names, or null. */
function credentialProblem(
  row: IntegrationRow | undefined,
  request: HttpTool["request"],
): ErrorDetail | null {
  if (row === undefined) return bodyProblem("/integration_id", "unknown_integration");
  if (descriptorOf(row.kind).service !== "tools")
    return bodyProblem("/integration_id", "integration_for_other_server");
  return coversUrl(row.hosts, request) ? null : bodyProblem("/request/url", "host_not_bound");
}

/** Reads the integration that a tool names, and returns its problem, or null. */
export async function integrationProblem(
  read: Pick<Reader, "first">,
  workspaceId: string,
  id: string | null,
  request: HttpTool["request"],
): Promise<ErrorDetail | null> {
  if (id === null) return null;
  return credentialProblem(await read.first(selectIntegrations(workspaceId).where("id", "=", id)), request);
}
