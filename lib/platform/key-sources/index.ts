import type { Env } from "@/lib/platform/env";
import { createKmsWrapper } from "./aws-kms";
import type { KeyWrapper } from "./key-wrapper";
import { createVaultWrapper, type VaultLogin } from "./vault";

export { KeySourceError, type KeyWrapper, type WrapContext } from "./key-wrapper";
export { COMMAND_LIMITS, type RetryLimits, retryTemporary, START_LIMITS } from "./retry-temporary";

/** Sources that wrap the root key in a service. */
export type WrappingSource = "aws-kms" | "vault";
export const isWrappingSource = (source: string): source is WrappingSource =>
  source === "aws-kms" || source === "vault";

/** Where Kubernetes mounts the token of a pod's service account. */
const SERVICE_ACCOUNT_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

function vaultLogin(env: Env): VaultLogin {
  if (env.VAULT_TOKEN !== undefined) return { kind: "token", token: env.VAULT_TOKEN };
  if (env.VAULT_TOKEN_FILE !== undefined) return { kind: "token-file", path: env.VAULT_TOKEN_FILE };
  if (env.VAULT_ROLE_ID !== undefined)
    return {
      kind: "approle",
      mount: env.VAULT_AUTH_MOUNT ?? "approle",
      roleId: env.VAULT_ROLE_ID,
      secretId: env.VAULT_SECRET_ID ?? "",
    };
  return {
    kind: "kubernetes",
    mount: env.VAULT_AUTH_MOUNT ?? "kubernetes",
    role: env.VAULT_KUBERNETES_ROLE ?? "",
    jwtPath: SERVICE_ACCOUNT_TOKEN,
  };
}

/** The service of a source, and the label of its key, from settings that `findRootKeyProblems` accepts. */
export function createKeyWrapper(
  source: WrappingSource,
  env: Env,
): { wrapper: KeyWrapper; keyLabel: string } {
  if (source === "aws-kms") {
    const keyId = env.KMS_KEY_ID ?? "";
    const wrapper = createKmsWrapper({
      keyId,
      region: env.AWS_REGION ?? "",
      endpoint: env.AWS_ENDPOINT_URL_KMS,
      credentials: env,
    });
    return { wrapper, keyLabel: keyId };
  }
  const key = env.VAULT_TRANSIT_KEY ?? "";
  const wrapper = createVaultWrapper({
    address: env.VAULT_ADDR ?? "",
    namespace: env.VAULT_NAMESPACE,
    caFile: env.VAULT_CACERT,
    mount: env.VAULT_TRANSIT_MOUNT,
    key,
    login: vaultLogin(env),
  });
  return { wrapper, keyLabel: `${env.VAULT_TRANSIT_MOUNT}/${key}` };
}
