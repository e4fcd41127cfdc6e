/** The missing part of a workspace's carrier: the connected account, a phone number, or the public address. */
export type CarrierGap = "integration" | "number" | "address";

type Setup = { hasIntegration: boolean; hasNumber: boolean };

/** The first missing part, for a workspace without an available carrier. */
export function carrierGap({ hasIntegration, hasNumber }: Setup): CarrierGap {
  if (!hasIntegration) return "integration";
  return hasNumber ? "address" : "number";
}
