import { EgressError, type HttpClient, isListed, portOf } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";

/**
 * The address policy: the HTTP client's URL check, and the hosts that the operator trusts beyond its rules.
 */
export type Addresses = { egress: Pick<HttpClient, "checkUrl">; allowedHosts?: readonly string[] };

/**
 * Returns the problem of an address that a workspace configures, as the detail of a 400, or null. It must be
 * https, like every external connection (spec.md, Authentication 11), unless the operator has listed the
 * host. It must not point inside the network, by its text or by what it resolves to now.
 */
export async function addressProblem(
  url: string,
  pointer: string,
  { egress, allowedHosts = env.TOOL_ALLOWED_HOSTS }: Addresses,
): Promise<ErrorDetail | null> {
  const setting = () => {
    const { protocol, hostname, port } = new URL(url);
    return `TOOL_ALLOWED_HOSTS=${hostname}:${portOf(protocol, port)}`;
  };
  try {
    await egress.checkUrl(url);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return error.code === "refused_address"
      ? bodyProblem(pointer, "address_in_private_network", { setting: setting() })
      : { ...bodyProblem(pointer, `egress_${error.code}`), code: "invalid_format" };
  }
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === "https:" || isListed(allowedHosts, hostname, portOf(protocol, port));
  return secure ? null : bodyProblem(pointer, "address_not_https", { setting: setting() });
}
