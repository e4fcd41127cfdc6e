import { readFileSync } from "node:fs";
import { z } from "zod";
import { KeySourceError } from "./key-wrapper";
import { parseBody, type ServiceResponse, sendRequest } from "./send-request";

export type AwsCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** The variables that AWS's own programs read, in their order of precedence. */
export type AwsCredentialSettings = {
  AWS_REGION?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
  AWS_ROLE_ARN?: string | undefined;
  AWS_WEB_IDENTITY_TOKEN_FILE?: string | undefined;
  AWS_CONTAINER_CREDENTIALS_FULL_URI?: string | undefined;
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI?: string | undefined;
  AWS_CONTAINER_AUTHORIZATION_TOKEN?: string | undefined;
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE?: string | undefined;
  AWS_ENDPOINT_URL_STS?: string | undefined;
};

const TIMEOUT_MS = 5_000;
const ECS_ADDRESS = "http://169.254.170.2";
const EC2_ADDRESS = "http://169.254.169.254";
/** Hosts that credentials are read from without TLS: this machine, and the agents of ECS and EKS on it. */
const CONTAINER_HOSTS = new Set([
  "localhost",
  "127.0.0.1",
  "[::1]",
  "169.254.170.2",
  "169.254.170.23",
  "[fd00:ec2::23]",
]);
const TOKEN_TTL_S = "300";

const Credentials = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
});

/** The address of an AWS service in a region. */
export const awsAddress = (service: string, region: string): string =>
  `https://${service}.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;

function readTokenFile(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new KeySourceError(
      `The file of ${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function requireOk(response: ServiceResponse, source: string, hint: string): void {
  if (response.status === 200) return;
  const isTemporary = response.status === 429 || response.status >= 500;
  throw new KeySourceError(`${source} answered ${response.status}. ${hint}`, isTemporary);
}

function parseCredentials(body: string, source: string): AwsCredentials {
  const parsed = Credentials.safeParse(parseBody(body));
  if (!parsed.success) throw new KeySourceError(`${source} answered without credentials.`);
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken } = parsed.data;
  return { accessKeyId, secretAccessKey, sessionToken };
}

/** The text of an XML element without attributes; empty if there is none. The three values contain no escaped character. */
function readElement(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? "" : xml.slice(start + name.length + 2, end).trim();
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html */
async function assumeRole(
  settings: AwsCredentialSettings,
  roleArn: string,
  file: string,
): Promise<AwsCredentials> {
  const source = "AWS STS";
  const body = new URLSearchParams({
    Action: "AssumeRoleWithWebIdentity",
    Version: "2011-06-15",
    RoleArn: roleArn,
    RoleSessionName: "parley",
    WebIdentityToken: readTokenFile(file, "AWS_WEB_IDENTITY_TOKEN_FILE"),
  }).toString();
  const response = await sendRequest(source, {
    url: `${settings.AWS_ENDPOINT_URL_STS ?? awsAddress("sts", settings.AWS_REGION ?? "us-east-1")}/`,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  requireOk(response, source, "Check that the trust policy of AWS_ROLE_ARN allows this service account.");
  const [accessKeyId, secretAccessKey, sessionToken] = ["AccessKeyId", "SecretAccessKey", "SessionToken"].map(
    (name) => readElement(response.body, name),
  );
  if (!accessKeyId || !secretAccessKey || !sessionToken)
    throw new KeySourceError(`${source} answered without credentials.`);
  return { accessKeyId, secretAccessKey, sessionToken };
}

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
async function readContainerCredentials(settings: AwsCredentialSettings): Promise<AwsCredentials> {
  const source = "The credential service of the container";
  const url = settings.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
    ? `${ECS_ADDRESS}${settings.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI}`
    : (settings.AWS_CONTAINER_CREDENTIALS_FULL_URI ?? "");
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || (parsed.protocol !== "https:" && !CONTAINER_HOSTS.has(parsed.hostname)))
    throw new KeySourceError(
      "AWS_CONTAINER_CREDENTIALS_FULL_URI must be https, or an address of this machine.",
    );
  const tokenFile = settings.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  const token =
    tokenFile === undefined
      ? settings.AWS_CONTAINER_AUTHORIZATION_TOKEN
      : readTokenFile(tokenFile, "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  const response = await sendRequest(source, {
    url,
    method: "GET",
    headers: token === undefined ? {} : { authorization: token },
    timeoutMs: TIMEOUT_MS,
  });
  requireOk(response, source, "Check that the task or pod has a role.");
  return parseCredentials(response.body, source);
}

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html (IMDSv2) */
async function readInstanceCredentials(address: string): Promise<AwsCredentials> {
  const source = "The EC2 instance metadata";
  const hint = "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the instance a role.";
  const ask = (method: "GET" | "PUT", path: string, headers: Record<string, string>) =>
    sendRequest(source, { url: `${address}/latest/${path}`, method, headers, timeoutMs: TIMEOUT_MS });
  const session = await ask("PUT", "api/token", { "x-aws-ec2-metadata-token-ttl-seconds": TOKEN_TTL_S });
  requireOk(session, source, hint);
  const headers = { "x-aws-ec2-metadata-token": session.body };
  const roles = await ask("GET", "meta-data/iam/security-credentials/", headers);
  requireOk(roles, source, hint);
  const [role = ""] = roles.body.split("\n");
  const response = await ask(
    "GET",
    `meta-data/iam/security-credentials/${encodeURIComponent(role.trim())}`,
    headers,
  );
  requireOk(response, source, hint);
  return parseCredentials(response.body, source);
}

/** Whether credentials come from the instance's metadata, whose answers nothing authenticates. */
export const usesInstanceCredentials = (settings: AwsCredentialSettings): boolean =>
  settings.AWS_ACCESS_KEY_ID === undefined &&
  (settings.AWS_ROLE_ARN === undefined || settings.AWS_WEB_IDENTITY_TOKEN_FILE === undefined) &&
  !settings.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI &&
  !settings.AWS_CONTAINER_CREDENTIALS_FULL_URI;

/**
 * Returns credentials for AWS: from the variables, else by the web identity of a service account (IRSA), else from the
 * container's agent (ECS, EKS Pod Identity), else from the instance (EC2). Throws `KeySourceError`.
 */
export async function readAwsCredentials(
  settings: AwsCredentialSettings,
  instanceAddress: string = EC2_ADDRESS,
): Promise<AwsCredentials> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const sessionToken = settings.AWS_SESSION_TOKEN;
    return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  }
  if (accessKeyId !== undefined || secretAccessKey !== undefined)
    throw new KeySourceError("Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY together.");
  if (settings.AWS_ROLE_ARN !== undefined && settings.AWS_WEB_IDENTITY_TOKEN_FILE !== undefined)
    return assumeRole(settings, settings.AWS_ROLE_ARN, settings.AWS_WEB_IDENTITY_TOKEN_FILE);
  if (settings.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI || settings.AWS_CONTAINER_CREDENTIALS_FULL_URI)
    return readContainerCredentials(settings);
  return readInstanceCredentials(instanceAddress);
}
