import type { Settings } from "@/lib/agents/providers";
import { type Credential, descriptorOf } from "@/lib/agents/providers/schema";
import { isLockExempt, lockExemptSealer, workspaceSealer } from "@/lib/platform/crypto";

/** A credential's secret, which is sealed, and its settings, which are not secret. */
export type Parts = { secret: Record<string, string | null>; settings: Settings };

/** Splits a credential into its secret and its settings. */
export function partsOf({ kind, ...fields }: Credential): Parts {
  const secretFields: readonly string[] = descriptorOf(kind).secretFields;
  const isSecret = ([name]: [string, unknown]) => secretFields.includes(name);
  const entries = Object.entries(fields);
  return {
    // `Credential` has checked both: secrets are strings or null, settings those of the kind.
    secret: Object.fromEntries(entries.filter(isSecret)) as Parts["secret"],
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))) as Settings,
  };
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
  const sealer = await (descriptorOf(kind).service === "carrier"
    ? lockExemptSealer(workspaceId)
    : workspaceSealer(workspaceId));
  return sealer.seal(place(id), JSON.stringify(secret));
}

/** Opens the secret of an integration, as `partsOf` produced it. */
export async function openSecret(workspaceId: string, id: string, box: Buffer): Promise<Parts["secret"]> {
  const sealer = await (isLockExempt(box) ? lockExemptSealer(workspaceId) : workspaceSealer(workspaceId));
  return JSON.parse(sealer.openText(place(id), box)) as Parts["secret"];
}
