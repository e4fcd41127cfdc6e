import { z } from "zod";
import {
  USE_ADDRESS_OR_NETWORK,
  USE_COUNTRY_CODE,
  USE_DOMAIN_NAME,
  USE_PRINTABLE_ASCII,
  USE_SIP_SERVER,
  USE_SMALLER_NETWORK,
} from "@/lib/platform/reasons/fields/providers";
import { type CredentialProblem, describeProvider } from "../descriptor";

/** A carrier or PBX sends its calls from a few addresses. */
const MAX_SOURCES = 20;
/** There are 249 countries (ISO 3166). */
const MAX_COUNTRIES = 250;
/** A host name, or an IPv4 or bracketed IPv6 address, with an optional port. */
const SIP_SERVER = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/;
const DOMAIN = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
/** An IPv4 or IPv6 address, or a network of it (`192.0.2.0/24`). */
const SOURCE = /^[0-9a-f:.]{2,45}(?:\/[0-9]{1,3})?$/;

/** A larger network holds strangers, whose scans would be answered. */
const MIN_PREFIX = { ipv4: 16, ipv6: 32 } as const;
function isSmallNetwork(source: string): boolean {
  const [address = "", prefix] = source.split("/");
  return prefix === undefined || Number(prefix) >= MIN_PREFIX[address.includes(":") ? "ipv6" : "ipv4"];
}

const credential = z.strictObject({
  kind: z.literal("sip"),
  /**
   * Host name or address of the carrier or PBX, with an optional port. Without a port, its DNS records (NAPTR, SRV) name the
   * servers.
   */
  server: z.string().regex(SIP_SERVER, USE_SIP_SERVER),
  /** How SIP messages are sent. Only `tls` can carry the keys of encrypted audio. */
  transport: z.enum(["tls", "tcp"]).default("tls"),
  /**
   * Whether the audio is encrypted (SRTP). `required`: calls without it are refused. `optional`: encrypted if the other side
   * can. `off`: never.
   */
  encryption: z.enum(["required", "optional", "off"]).default("required"),
  /** User name of the account at the carrier or PBX; null if it recognizes this installation by its address. */
  username: z
    .string()
    .regex(/^[!-~]{1,128}$/, USE_PRINTABLE_ASCII)
    .nullable()
    .default(null),
  /** Password of the account. */
  password: z
    .string()
    .regex(/^[!-~]{1,128}$/, USE_PRINTABLE_ASCII)
    .nullable()
    .default(null),
  /**
   * Digest algorithms by which the server proves the account when it calls: SHA-256 alone (`sha256`), SHA-256 first and then
   * MD5 (`both`), or MD5 alone (`md5`), for servers that read only the first challenge and have no SHA-256.
   */
  digest: z.enum(["sha256", "both", "md5"]).default("both"),
  /** Whether Parley registers with the server, so that the server sends its calls over that connection. */
  register: z.boolean().default(false),
  /** Domain of the account, if it is not that of the server. */
  domain: z.string().regex(DOMAIN, USE_DOMAIN_NAME).nullable().default(null),
  /**
   * Addresses and networks that the server's calls come from. Calls from other addresses get no response, except over the
   * connection of a registration.
   */
  sources: z
    .array(z.string().regex(SOURCE, USE_ADDRESS_OR_NETWORK).refine(isSmallNetwork, USE_SMALLER_NETWORK))
    .max(MAX_SOURCES)
    .default([]),
  /**
   * Whether inbound calls need a verified signature of the caller's number (STIR/SHAKEN). `off`: calls without it are answered.
   * `required`: they are refused, also while the operator has configured no `STIR_TRUST_ANCHORS`.
   */
  caller_signatures: z.enum(["off", "required"]).default("off"),
  /** How numbers are written to the server: `+12125550123` (`e164`) or `12125550123` (`digits`). */
  number_format: z.enum(["e164", "digits"]).default("e164"),
  /**
   * Numbers that the server accepts as the caller. `own_numbers`: those that are connected to this trunk. `workspace_numbers`: any
   * number of the workspace, such as those of another trunk.
   */
  caller_id: z.enum(["own_numbers", "workspace_numbers"]).default("own_numbers"),
  /**
   * Countries that may be called, as ISO 3166 codes, beside the country of the number that calls. Premium-rate and emergency
   * numbers are never called.
   */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, USE_COUNTRY_CODE))
    .max(MAX_COUNTRIES)
    .default([]),
  /** Maximum outbound calls at the same time. */
  max_calls: z.number().int().min(1).max(1_000).default(10),
  /** Maximum outbound calls that begin within a second. */
  calls_per_second: z.number().int().min(1).max(50).default(1),
});
type SipCredential = z.output<typeof credential>;

/** A trunk without addresses proves itself by its password alone, at which every address on the internet can guess. */
const MIN_PASSWORD_CHARS = 6;

/** The problem of settings that exclude each other, or null. */
function problemOf({
  transport,
  encryption,
  username,
  password,
  register,
  sources,
}: SipCredential): CredentialProblem | null {
  if (transport === "tcp" && encryption !== "off")
    return { pointer: "/credential/encryption", reason: "sip_encryption_without_tls" };
  if (username !== null && password === null)
    return { pointer: "/credential/password", reason: "sip_password_missing" };
  if (password !== null && password.length < MIN_PASSWORD_CHARS && sources.length === 0 && !register)
    return { pointer: "/credential/password", reason: "sip_password_short" };
  if (register && username === null)
    return { pointer: "/credential/username", reason: "sip_registration_without_account" };
  return null;
}

/** A SIP trunk: calls of the workspace's numbers through the organization's carrier or PBX. It sends no texts. */
export const sip = describeProvider({
  kind: "sip",
  service: "carrier",
  carries: ["calls"],
  credential,
  secretFields: ["password"],
  form: [
    {
      input: "text",
      name: "server",
      label: "server",
      help: "sipServer",
      example: "sipServer",
      required: true,
    },
    {
      input: "choice",
      name: "transport",
      label: "transport",
      options: [
        { value: "tls", label: "tls" },
        { value: "tcp", label: "tcp" },
      ],
    },
    {
      input: "choice",
      name: "encryption",
      label: "encryption",
      help: "encryption",
      options: [
        { value: "required", label: "required" },
        { value: "optional", label: "ifSupported" },
        { value: "off", label: "off" },
      ],
    },
    { input: "text", name: "username", label: "username", help: "sipUsername" },
    { input: "secret", name: "password", label: "password" },
    {
      input: "choice",
      name: "digest",
      label: "digest",
      help: "digest",
      options: [
        { value: "both", label: "bothDigests" },
        { value: "sha256", label: "sha256" },
        { value: "md5", label: "md5" },
      ],
    },
    { input: "checkbox", name: "register", label: "register", help: "register" },
    { input: "text", name: "domain", label: "domain", help: "domain" },
    { input: "lines", name: "sources", label: "sources", help: "sources" },
    {
      input: "choice",
      name: "caller_signatures",
      label: "callerSignatures",
      help: "callerSignatures",
      options: [
        { value: "off", label: "signatureUnneeded" },
        { value: "required", label: "signatureRequired" },
      ],
    },
    {
      input: "choice",
      name: "number_format",
      label: "numberFormat",
      options: [
        { value: "e164", label: "e164" },
        { value: "digits", label: "digits" },
      ],
    },
    {
      input: "choice",
      name: "caller_id",
      label: "callerId",
      help: "callerId",
      options: [
        { value: "own_numbers", label: "ownNumbers" },
        { value: "workspace_numbers", label: "workspaceNumbers" },
      ],
    },
    { input: "lines", name: "countries", label: "countries", help: "countries" },
    { input: "number", name: "max_calls", label: "maxCalls", example: "maxCalls" },
    { input: "number", name: "calls_per_second", label: "callsPerSecond", example: "callsPerSecond" },
  ],
  subprocessor: "SIP trunk",
  problemOf,
});
