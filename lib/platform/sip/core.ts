import { randomBytes } from "node:crypto";
import {
  ClientTransaction,
  LoggerFactory,
  type OutgoingRequestMessage,
  URI,
  UserAgentCore,
  type UserAgentCoreDelegate,
} from "sip.js/lib/core/index.js";
import type { TransportLayer } from "./transport-layer";
import { PLACEHOLDER_HOST, PLACEHOLDER_USER } from "./wire";

/** Option tags of the extensions that an endpoint supports (RFC 4028, RFC 3262). */
export const SUPPORTED_EXTENSIONS = ["timer", "100rel"];

/** A tag of From or To that cannot be guessed. The core's tags come from `Math.random`. */
export function createTag(): string {
  return randomBytes(12).toString("hex");
}

/** The core draws its branches from ten million numbers, so that some of a busy process would collide. */
function createBranch(request: OutgoingRequestMessage): string {
  const isCancel = request.method === "CANCEL" && request.branch;
  return isCancel || `z9hG4bK${randomBytes(12).toString("hex")}`;
}

/** A logger without output: its lines have numbers and names. Failures are results of requests. */
export function createSilentLoggerFactory(): LoggerFactory {
  const factory = new LoggerFactory();
  factory.builtinEnabled = false;
  return factory;
}

/** Creates the core of SIP.js: transactions and dialogs over the transport layer. */
export function createCore(transport: TransportLayer, delegate: UserAgentCoreDelegate): UserAgentCore {
  Object.assign(ClientTransaction, { makeId: createBranch });
  const identity = new URI("sip", PLACEHOLDER_USER, PLACEHOLDER_HOST);
  const contact = {
    pubGruu: undefined,
    tempGruu: undefined,
    uri: identity,
    toString: () => `<sip:${PLACEHOLDER_USER}@${PLACEHOLDER_HOST}>`,
  };
  const core = new UserAgentCore(
    {
      aor: identity,
      contact,
      displayName: "",
      loggerFactory: createSilentLoggerFactory(),
      hackViaTcp: false,
      routeSet: [],
      sipjsId: "",
      supportedOptionTags: SUPPORTED_EXTENSIONS,
      supportedOptionTagsResponse: SUPPORTED_EXTENSIONS,
      userAgentHeaderFieldValue: "Parley",
      viaForceRport: true,
      viaHost: PLACEHOLDER_HOST,
      // The endpoint answers challenges: the core supports MD5 alone, and a single account.
      authenticationFactory: () => undefined,
      transportAccessor: () => transport,
    },
    delegate,
  );
  transport.attachCore(core);
  return core;
}
