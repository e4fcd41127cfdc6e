import { AwsV4Signer } from "aws4fetch";
import { z } from "zod";
import {
  type AwsCredentialSettings,
  awsAddress,
  readAwsCredentials,
  usesInstanceCredentials,
} from "./aws-credentials";
import { KeySourceError, type KeyWrapper, requireKeyBytes, type WrapContext } from "./key-wrapper";
import { parseBody, sendRequest } from "./send-request";

export type KmsSettings = {
  /** Id, ARN or alias of a symmetric encryption key. */
  keyId: string;
  region: string;
  /** Another address than Amazon's public one. */
  endpoint: string | undefined;
  credentials: AwsCredentialSettings;
  timeoutMs?: number;
};

const SERVICE = "AWS KMS";
const TIMEOUT_MS = 5_000;

const Encrypted = z.object({ CiphertextBlob: z.base64() });
const Decrypted = z.object({ Plaintext: z.base64() });
const Failure = z.object({ __type: z.string() });

/** Errors that another attempt can resolve: https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html#API_Decrypt_Errors */
const TEMPORARY = new Set([
  "ThrottlingException",
  "LimitExceededException",
  "DependencyTimeoutException",
  "KeyUnavailableException",
  "KMSInternalException",
  "InternalFailure",
  "ServiceUnavailable",
]);
const ADVICE: Readonly<Record<string, string>> = {
  AccessDeniedException: "Allow this account kms:Encrypt and kms:Decrypt in the key's policy.",
  DisabledException: "Enable the key of KMS_KEY_ID.",
  KMSInvalidStateException: "The key of KMS_KEY_ID is pending deletion or import. Cancel the deletion.",
  NotFoundException: "Check KMS_KEY_ID and AWS_REGION.",
  InvalidArnException: "Check KMS_KEY_ID.",
  ValidationException: "Check KMS_KEY_ID.",
  InvalidKeyUsageException: "KMS_KEY_ID must be a symmetric key for encryption.",
  IncorrectKeyException: "Another key than the one of KMS_KEY_ID wrapped the root key.",
  InvalidCiphertextException: "The wrapped root key was altered, or belongs to another installation or key.",
  UnrecognizedClientException: "Check AWS_ACCESS_KEY_ID and the session token.",
  ExpiredTokenException: "The session of the account has expired.",
  InvalidSignatureException: "Check AWS_SECRET_ACCESS_KEY and the machine's clock.",
};

/** The error for a response, from its type alone: the text of AWS can name accounts. */
function refusalOf(status: number, body: string): KeySourceError {
  const parsed = Failure.safeParse(parseBody(body));
  // Some services write a namespace before the type.
  const type = parsed.success ? (parsed.data.__type.split("#").at(-1) ?? "") : "";
  const name = /^\w{1,60}$/.test(type) ? type : `status ${status}`;
  const isTemporary =
    TEMPORARY.has(type) || (ADVICE[type] === undefined && (status === 429 || status >= 500));
  const advice = ADVICE[type] ?? (isTemporary ? "" : "Check KMS_KEY_ID and AWS_ENDPOINT_URL_KMS.");
  return new KeySourceError(`AWS KMS refused the request (${name}). ${advice}`.trim(), isTemporary);
}

const isKeyArn = (keyId: string): boolean => /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/.test(keyId);

/**
 * Wraps keys with a key of AWS KMS, by `Encrypt` and `Decrypt` with an encryption context. Reads the credentials for each
 * call, which happens once at the start of a process. Requests are signed (Signature Version 4), content type included.
 */
export function createKmsWrapper({
  keyId,
  region,
  endpoint,
  credentials,
  timeoutMs,
}: KmsSettings): KeyWrapper {
  async function call<T>(action: "Encrypt" | "Decrypt", input: object, schema: z.ZodType<T>): Promise<T> {
    const body = JSON.stringify({ KeyId: keyId, ...input });
    const signed = await new AwsV4Signer({
      method: "POST",
      url: `${(endpoint ?? awsAddress("kms", region)).replace(/\/$/, "")}/`,
      headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `TrentService.${action}` },
      body,
      service: "kms",
      region,
      allHeaders: true,
      ...(await readAwsCredentials(credentials)),
    }).sign();
    const response = await sendRequest(SERVICE, {
      url: signed.url.href,
      method: "POST",
      headers: Object.fromEntries(signed.headers),
      body,
      timeoutMs: timeoutMs ?? TIMEOUT_MS,
    });
    if (response.status !== 200) throw refusalOf(response.status, response.body);
    const parsed = schema.safeParse(parseBody(response.body));
    if (!parsed.success) throw new KeySourceError(`AWS KMS answered ${action} with an unexpected body.`);
    return parsed.data;
  }

  return {
    async wrap(key, context: WrapContext) {
      // An alias or id is looked up in the account of the credentials: with forged ones, in the account of an attacker.
      if (usesInstanceCredentials(credentials) && !isKeyArn(keyId))
        throw new KeySourceError(
          "KMS_KEY_ID must be the full ARN of a key (arn:aws:kms:<region>:<account>:key/<id>) to wrap the root key with credentials from the instance metadata.",
        );
      const input = { Plaintext: key.toString("base64"), EncryptionContext: context };
      return (await call("Encrypt", input, Encrypted)).CiphertextBlob;
    },
    async unwrap(ciphertext, context) {
      const { Plaintext } = await call(
        "Decrypt",
        { CiphertextBlob: ciphertext, EncryptionContext: context },
        Decrypted,
      );
      return requireKeyBytes(Buffer.from(Plaintext, "base64"), SERVICE);
    },
  };
}
