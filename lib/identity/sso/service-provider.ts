import { env, overTls } from "@/lib/platform/env";

// Next has its own idea of PORT in the pages' process; a start tells it the server's.
const port = env.SERVER_PORT ?? env.PORT;

/** Where browsers reach this installation; the identity provider is told addresses below it. */
export const baseUrl = (): string =>
  new URL(env.PARLEY_BASE_URL ?? `${overTls ? "https" : "http"}://localhost:${port}`).origin;

type ServiceProvider = { entityId: string; acsUrl: string; metadataUrl: string };

/**
 * What this service calls itself towards a workspace's identity provider. Each workspace is a service of its own, so
 * that an assertion for one is of no use in another.
 */
export function serviceProvider(workspaceId: string): ServiceProvider {
  const metadataUrl = `${baseUrl()}/api/sso/${workspaceId}/metadata`;
  return { entityId: metadataUrl, acsUrl: `${baseUrl()}/api/sso/${workspaceId}/acs`, metadataUrl };
}
