import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Account, findSignatureProblem } from "./verify-signature";

// A strict stand-in for AWS:
// - KMS: https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html and API_Decrypt.html, with their errors
// - STS: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
// - container credentials: https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html
// - instance metadata: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html

const ARN = "arn:aws:kms:eu-test-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const NAMES = [ARN, "1234abcd-12ab-34cd-56ef-1234567890ab", "alias/parley"];
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Body = Record<string, unknown>;
class Refusal extends Error {
  constructor(
    readonly type: string,
    readonly status = 400,
  ) {
    super(type);
  }
}

/** Faults for the next KMS requests: an error's type, or no response. */
export type KmsFault = { type: string; status: number } | "silence";

/** Opens the stand-in with one key, for an account with permanent keys and one with a session. */
export async function openKmsServer() {
  const region = "eu-test-1";
  const account: Account = { accessKeyId: "AKIASTANDIN", secretAccessKey: "secret-of-the-account", region };
  const session: Account = {
    accessKeyId: "ASIASTANDIN",
    secretAccessKey: "secret-of-the-session",
    sessionToken: "token/of+the=session",
    region,
  };
  const identity = { roleArn: "arn:aws:iam::111122223333:role/parley", token: "header.claims.signature" };
  const containerToken = "token-of-the-container";
  const metadataToken = "token-of-the-metadata";
  /** The key's materials; the newest encrypts. */
  const materials: Buffer[] = [randomBytes(32)];
  const state = { isDisabled: false, isPendingDeletion: false, isAllowed: true };
  const faults: KmsFault[] = [];
  const requests: string[] = [];

  const contextOf = (body: Body): Buffer =>
    Buffer.from(
      JSON.stringify(Object.entries((body.EncryptionContext ?? {}) as Record<string, string>).sort()),
    );
  const bytesOf = (body: Body, name: string): Buffer => {
    const value = body[name];
    if (typeof value !== "string" || Buffer.from(value, "base64").toString("base64") !== value)
      throw new Refusal("SerializationException");
    return Buffer.from(value, "base64");
  };
  function requireKey(body: Body): void {
    if (!NAMES.includes(String(body.KeyId))) throw new Refusal("NotFoundException");
    if (!state.isAllowed) throw new Refusal("AccessDeniedException");
    if (state.isDisabled) throw new Refusal("DisabledException");
    if (state.isPendingDeletion) throw new Refusal("KMSInvalidStateException");
  }
  function encrypt(body: Body): Body {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", materials.at(-1) as Buffer, iv);
    cipher.setAAD(contextOf(body));
    const text = Buffer.concat([
      Buffer.from([materials.length]),
      iv,
      cipher.update(bytesOf(body, "Plaintext")),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return { CiphertextBlob: text.toString("base64"), KeyId: ARN, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
  }
  function decrypt(body: Body): Body {
    const text = bytesOf(body, "CiphertextBlob");
    const key = materials[(text[0] ?? 0) - 1];
    if (key === undefined || text.length < 1 + IV_BYTES + TAG_BYTES)
      throw new Refusal("InvalidCiphertextException");
    const decipher = createDecipheriv("aes-256-gcm", key, text.subarray(1, 1 + IV_BYTES));
    decipher.setAAD(contextOf(body));
    decipher.setAuthTag(text.subarray(-TAG_BYTES));
    try {
      const plain = [decipher.update(text.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()];
      return { Plaintext: Buffer.concat(plain).toString("base64"), KeyId: ARN };
    } catch {
      throw new Refusal("InvalidCiphertextException");
    }
  }

  function answerKms(request: IncomingMessage, body: Buffer): Body {
    const problems = [account, session].map((signer) => findSignatureProblem(request, body, signer, "kms"));
    if (!problems.includes(null)) {
      const problem = problems.find((type) => type !== "UnrecognizedClientException") ?? problems[0];
      throw new Refusal(problem as string);
    }
    if (request.headers["content-type"] !== "application/x-amz-json-1.1")
      throw new Refusal("SerializationException");
    const input = JSON.parse(body.toString("utf8")) as Body;
    requireKey(input);
    if (request.headers["x-amz-target"] === "TrentService.Encrypt") return encrypt(input);
    if (request.headers["x-amz-target"] === "TrentService.Decrypt") return decrypt(input);
    throw new Refusal("UnknownOperationException");
  }

  function answerSts(body: Buffer): string {
    const form = new URLSearchParams(body.toString("utf8"));
    const isValid =
      form.get("Action") === "AssumeRoleWithWebIdentity" &&
      form.get("Version") === "2011-06-15" &&
      form.get("RoleArn") === identity.roleArn &&
      form.get("RoleSessionName") !== null &&
      form.get("WebIdentityToken") === identity.token;
    if (!isValid) throw new Refusal("InvalidIdentityToken");
    return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><SessionToken>${session.sessionToken}</SessionToken><SecretAccessKey>${session.secretAccessKey}</SecretAccessKey><Expiration>2099-01-01T00:00:00Z</Expiration><AccessKeyId>${session.accessKeyId}</AccessKeyId></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
  }
  const credentials = (): Body => ({
    AccessKeyId: session.accessKeyId,
    SecretAccessKey: session.secretAccessKey,
    Token: session.sessionToken,
    Expiration: "2099-01-01T00:00:00Z",
  });
  function answerCredentials(request: IncomingMessage): Body | string {
    if (request.url === "/container") {
      if (request.headers.authorization !== containerToken) throw new Refusal("Unauthorized", 401);
      return credentials();
    }
    if (request.url === "/latest/api/token") {
      if (request.method !== "PUT" || !request.headers["x-aws-ec2-metadata-token-ttl-seconds"])
        throw new Refusal("BadRequest", 400);
      return metadataToken;
    }
    if (request.headers["x-aws-ec2-metadata-token"] !== metadataToken) throw new Refusal("Unauthorized", 401);
    if (request.url === "/latest/meta-data/iam/security-credentials/") return "parley-role";
    if (request.url === "/latest/meta-data/iam/security-credentials/parley-role") return credentials();
    throw new Refusal("NotFound", 404);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    requests.push(`${request.method} ${request.url}`);
    try {
      const isSts = request.headers["content-type"] === "application/x-www-form-urlencoded";
      let answer: Body | string;
      if (request.url !== "/") answer = answerCredentials(request);
      else if (isSts) answer = answerSts(body);
      else {
        const fault = faults.shift();
        if (fault === "silence") return;
        if (fault !== undefined) throw new Refusal(fault.type, fault.status);
        answer = answerKms(request, body);
      }
      response.writeHead(200).end(typeof answer === "string" ? answer : JSON.stringify(answer));
    } catch (error) {
      const { type, status } = error instanceof Refusal ? error : new Refusal("InternalFailure", 500);
      response
        .writeHead(status, { "content-type": "application/x-amz-json-1.1" })
        .end(JSON.stringify({ __type: type, message: `User: ${ARN} is not authorized` }));
    }
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    session,
    identity,
    containerToken,
    state,
    faults,
    requests,
    /** As `RotateKeyOnDemand`: former materials still decrypt. */
    rotateKey: () => materials.push(randomBytes(32)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
