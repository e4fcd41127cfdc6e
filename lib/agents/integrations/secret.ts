import { isLockExempt, lockExemptSealer, workspaceSealer } from "@/lib/platform/crypto";
import type { Credential } from "./schema";
import type { Settings } from "./stored-settings";

/** A credential's secret, which is sealed, and its settings, which are not secret. */
export type Parts = { secret: Record<string, string | null>; settings: Settings };

/** Splits a credential into its secret and its settings. */
export function partsOf(credential: Credential): Parts {
  switch (credential.kind) {
    case "bearer":
      return { secret: { token: credential.token }, settings: {} };
    case "basic":
      return { secret: { username: credential.username, password: credential.password }, settings: {} };
    case "header":
      return { secret: { value: credential.value }, settings: { header_name: credential.header_name } };
    case "model": {
      const { kind: _, api_key, ...settings } = credential;
      return { secret: { api_key }, settings };
    }
    case "twilio": {
      const { auth_token, account_sid, base_url } = credential;
      return { secret: { auth_token }, settings: { account_sid, base_url } };
    }
    case "deepgram":
    case "elevenlabs":
    case "speech": {
      const { kind: _, api_key, ...settings } = credential;
      return { secret: { api_key }, settings };
    }
  }
}

const place = (id: string) => ({ table: "integrations", row: id, field: "secret" });

/**
 * Seals a secret with the workspace's key, bound to the integration's row. A carrier's secret must open while
 * the workspace is locked, because it verifies inbound texts that say STOP.
 */
export async function sealSecret(
  workspaceId: string,
  id: string,
  kind: Credential["kind"],
  secret: Parts["secret"],
): Promise<Buffer> {
  const sealer = await (kind === "twilio" ? lockExemptSealer(workspaceId) : workspaceSealer(workspaceId));
  return sealer.seal(place(id), JSON.stringify(secret));
}

/** Opens the secret of an integration, as `partsOf` produced it. */
export async function openSecret(workspaceId: string, id: string, box: Buffer): Promise<Parts["secret"]> {
  const sealer = await (isLockExempt(box) ? lockExemptSealer(workspaceId) : workspaceSealer(workspaceId));
  return JSON.parse(sealer.openText(place(id), box)) as Parts["secret"];
}
