import { env, overTls } from "@/lib/platform/env";

// Next sets PORT to its own port in the pages' process, so SERVER_PORT has the server's.
const port = env.SERVER_PORT ?? env.PORT;

/** The origin at which browsers reach this installation; the base of the URLs for the identity provider. */
export const baseUrl = (): string =>
  new URL(env.PARLEY_BASE_URL ?? `${overTls ? "https" : "http"}://localhost:${port}`).origin;

type ServiceProvider = { entityId: string; acsUrl: string; metadataUrl: string };

/**
 * The SAML service provider of a workspace. Each workspace is a separate service provider, so that an
 * assertion for one cannot be used in another.
 */
export function serviceProviderOf(workspaceId: string): ServiceProvider {
  const metadataUrl = `${baseUrl()}/api/sso/${workspaceId}/metadata`;
  return { entityId: metadataUrl, acsUrl: `${baseUrl()}/api/sso/${workspaceId}/acs`, metadataUrl };
}
