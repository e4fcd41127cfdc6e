import { Webhook } from "standardwebhooks";
import { workspaceSealer } from "@/lib/platform/crypto";
import { pooledRandomBytes } from "@/lib/platform/random";

/** Bytes of a secret. Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;
const PREFIX = "whsec_";

const place = (id: string, field: "secret" | "previous_secret") => ({
  table: "webhook_endpoints",
  row: id,
  field,
});

/** Creates a secret in the format of Standard Webhooks. */
export const newSecret = (): string => PREFIX + pooledRandomBytes(SECRET_BYTES).toString("base64");

/** Seals a new endpoint's secret. */
export async function sealSecret(workspaceId: string, id: string, secret: string): Promise<Buffer> {
  return (await workspaceSealer(workspaceId)).seal(place(id, "secret"), secret);
}

/** Seals the current secret again as the previous one. */
export async function sealPreviousSecret(workspaceId: string, id: string, box: Buffer): Promise<Buffer> {
  const sealer = await workspaceSealer(workspaceId);
  return sealer.seal(place(id, "previous_secret"), sealer.open(place(id, "secret"), box));
}

type Sealed = {
  id: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_expires_at: string | null;
};

/**
 * Signs a message: returns its headers by Standard Webhooks, also signed with the previous secret until that
 * expires.
 */
export type Sign = (messageId: string, at: string, body: Buffer) => Record<string, string>;

/** Creates the signer of an endpoint. */
export async function createSigner(workspaceId: string, row: Sealed, now: string): Promise<Sign> {
  const sealer = await workspaceSealer(workspaceId);
  const secrets = [sealer.openText(place(row.id, "secret"), row.secret)];
  const { previous_secret: previousSecret, previous_expires_at: until } = row;
  if (previousSecret !== null && until !== null && until > now)
    secrets.push(sealer.openText(place(row.id, "previous_secret"), previousSecret));
  const signers = secrets.map((secret) => new Webhook(secret));
  return (messageId, at, body) => {
    const time = new Date(at);
    return {
      "webhook-id": messageId,
      "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
      "webhook-signature": signers.map((signer) => signer.sign(messageId, time, body)).join(" "),
    };
  };
}
