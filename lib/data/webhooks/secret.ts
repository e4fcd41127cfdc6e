import { Webhook } from "standardwebhooks";
import { workspaceSealer } from "@/lib/platform/crypto";
import { pooledRandomBytes } from "@/lib/platform/random";

/** Bytes of a secret. Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
const PREFIX = "whsec_";

const place = (id: string, field: "secret" | "previous_secret") => ({
  table: "webhook_endpoints",
  row: id,
  field,
});

/** A new secret in the form of Standard Webhooks. */
export const newSecret = (): string => PREFIX + pooledRandomBytes(SECRET_BYTES).toString("base64");

/** Seals a new endpoint's secret. */
export async function sealSecret(workspaceId: string, id: string, secret: string): Promise<Buffer> {
  return (await workspaceSealer(workspaceId)).seal(place(id, "secret"), secret);
}

/** Seals a secret as the former one, out of the box that holds it as the present one. */
export async function sealFormer(workspaceId: string, id: string, box: Buffer): Promise<Buffer> {
  const sealer = await workspaceSealer(workspaceId);
  return sealer.seal(place(id, "previous_secret"), sealer.open(place(id, "secret"), box));
}

type Sealed = {
  id: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_expires_at: string | null;
};

/** Signs a message: its headers by Standard Webhooks, with a signature of the former secret while that is to hold. */
export type Sign = (messageId: string, at: string, body: Buffer) => Record<string, string>;

/** What signs for an endpoint at this moment. */
export async function signerOf(workspaceId: string, row: Sealed, now: string): Promise<Sign> {
  const sealer = await workspaceSealer(workspaceId);
  const secrets = [sealer.openText(place(row.id, "secret"), row.secret)];
  const { previous_secret: former, previous_expires_at: until } = row;
  if (former !== null && until !== null && until > now)
    secrets.push(sealer.openText(place(row.id, "previous_secret"), former));
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
