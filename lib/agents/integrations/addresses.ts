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
  const detail = (code: string, message: string): ErrorDetail => bodyProblem(pointer, code, message);
  const setting = () => {
    const { protocol, hostname, port } = new URL(url);
    return `TOOL_ALLOWED_HOSTS=${hostname}:${portOf(protocol, port)}`;
  };
  try {
    await egress.checkUrl(url);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return error.code === "refused_address"
      ? detail(
          "refused_address",
          `The address leads into a private network and is refused. To allow it, the operator adds the host to the setting TOOL_ALLOWED_HOSTS, as in ${setting()}, and restarts Parley.`,
        )
      : detail("invalid_format", error.message);
  }
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === "https:" || isListed(allowedHosts, hostname, portOf(protocol, port));
  return secure
    ? null
    : detail(
        "insecure_address",
        `Use an https address. To allow this one, the operator adds ${setting()} and restarts Parley.`,
      );
}
