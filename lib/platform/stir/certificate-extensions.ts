import { readDer } from "./der";

const SEQUENCE = 0x30;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const INTEGER = 0x02;
const EXTENSIONS = 0xa3;
/** `[0] EXPLICIT IA5String`: the code of a service provider. */
const SERVICE_PROVIDER_CODE = 0xa0;

/** 1.3.6.1.5.5.7.1.26: TNAuthList (RFC 8226 section 9). */
const TN_AUTH_LIST = "2b0601050507011a";
/** 2.5.29.19: basicConstraints (RFC 5280). */
const BASIC_CONSTRAINTS = "551d13";

/** The value of an extension of a certificate in DER; null without it. `node:crypto` shows only some extensions. */
function readExtension(certificate: Buffer, oid: string): Buffer | null {
  const outer = readDer(certificate)?.[0];
  const body = outer && readDer(outer.bytes)?.[0];
  const wrapper = body && readDer(body.bytes)?.find(({ tag }) => tag === EXTENSIONS);
  const list = wrapper && readDer(wrapper.bytes)?.[0];
  for (const extension of (list && readDer(list.bytes)) ?? []) {
    const parts = readDer(extension.bytes) ?? [];
    const [id] = parts;
    if (id?.tag === OBJECT_IDENTIFIER && id.bytes.toString("hex") === oid)
      return parts.find(({ tag }) => tag === OCTET_STRING)?.bytes ?? null;
  }
  return null;
}

/** Whether a certificate names a service provider in its TNAuthList, as certificates for SHAKEN do. */
export function hasServiceProviderCode(certificate: Buffer): boolean {
  const value = readExtension(certificate, TN_AUTH_LIST);
  const list = value && readDer(value)?.[0];
  if (!list || list.tag !== SEQUENCE) return false;
  return (readDer(list.bytes) ?? []).some(
    ({ tag, bytes }) => tag === SERVICE_PROVIDER_CODE && (readDer(bytes)?.[0]?.bytes.length ?? 0) > 0,
  );
}

/** How many intermediate certificates may follow a CA certificate; null for no limit. */
export function readPathLength(certificate: Buffer): number | null {
  const value = readExtension(certificate, BASIC_CONSTRAINTS);
  const fields = value && readDer(readDer(value)?.[0]?.bytes ?? Buffer.alloc(0));
  const limit = fields?.find(({ tag }) => tag === INTEGER)?.bytes;
  return limit === undefined || limit.length !== 1 ? null : (limit[0] ?? null);
}
