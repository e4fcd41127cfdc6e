import { z } from "zod";
import type { IdentityHeader } from "./identity-header";
import { ATTESTATIONS } from "./values";
import { type Attestation, VerificationError } from "./verification";

/** Numbers that one call can be addressed to. A longer list is none of a call. */
const MAX_DESTINATIONS = 20;
const TelephoneNumber = z.string().max(40);

const ProtectedHeader = z.object({
  alg: z.string(),
  typ: z.string(),
  ppt: z.string().optional(),
  x5u: z.string().max(500),
});
const Claims = z.object({
  dest: z.object({ tn: z.array(TelephoneNumber).min(1).max(MAX_DESTINATIONS) }),
  iat: z.int(),
  orig: z.object({ tn: TelephoneNumber }),
});
const ShakenClaims = Claims.extend({ attest: z.enum(ATTESTATIONS), origid: z.string().min(1).max(200) });

/** Claims of a PASSporT (RFC 8225), before its signature is checked. `token`: the compact serialization to check. */
export type Passport = {
  token: string;
  certificateUrl: string;
  orig: string;
  dest: readonly string[];
  /** Time of the signature in seconds. */
  iat: number;
  attestation: Attestation | null;
};

/** Values of the SIP request from which the compact form is rebuilt. Numbers are canonical, `dateS` is of the Date header. */
export type CompactSource = { orig: string; dest: string; dateS: number | null };

function parseJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    throw new VerificationError("malformed");
  }
}

function parseWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new VerificationError("malformed");
  return parsed.data;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Writes the parts that the compact form leaves out: canonical JSON with keys in lexicographic order (RFC 8225 section 9),
 * from the request's numbers and its Date header (RFC 8224 section 4.1.1).
 */
function expandCompact({ signature, info }: IdentityHeader, { orig, dest, dateS }: CompactSource): string {
  if (dateS === null) throw new VerificationError("malformed");
  const header = encode({ alg: "ES256", typ: "passport", x5u: info });
  const payload = encode({ dest: { tn: [dest] }, iat: dateS, orig: { tn: orig } });
  return `${header}.${payload}.${signature}`;
}

/** Reads the PASSporT of an Identity header. Throws `malformed`, and `unsupported` for other types and algorithms. */
export function readPassport(identity: IdentityHeader, source: CompactSource): Passport {
  // The claims of SHAKEN are not in the request, so its compact form cannot be rebuilt.
  const isCompact = identity.header === "";
  if (isCompact && identity.ppt !== null) throw new VerificationError("unsupported");
  const token = isCompact
    ? expandCompact(identity, source)
    : `${identity.header}.${identity.payload}.${identity.signature}`;
  const [headerPart = "", payloadPart = ""] = token.split(".");
  const header = parseWith(ProtectedHeader, parseJson(headerPart));
  const ppt = header.ppt ?? null;
  if (header.alg !== "ES256" || (identity.alg !== null && identity.alg !== "ES256"))
    throw new VerificationError("unsupported");
  if (header.typ !== "passport" || (ppt !== null && ppt !== "shaken"))
    throw new VerificationError("unsupported");
  // The header's parameters repeat the signed ones (RFC 8224 sections 4 and 6.2).
  if (header.x5u !== identity.info || (identity.ppt !== null && identity.ppt !== ppt))
    throw new VerificationError("malformed");
  const payload = parseJson(payloadPart);
  const claims = parseWith(Claims, payload);
  const attestation = ppt === "shaken" ? parseWith(ShakenClaims, payload).attest : null;
  const { orig, dest, iat } = claims;
  return { token, certificateUrl: header.x5u, orig: orig.tn, dest: dest.tn, iat, attestation };
}
