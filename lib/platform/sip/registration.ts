import type { URI } from "sip.js/lib/core/index.js";
import { SipConnectError } from "./connect";
import type { SipConnection } from "./connection";
import type { SipContext } from "./context";
import { createTag } from "./core";
import { createUri } from "./create-uri";
import { failureOf } from "./failure";
import { readHeader, readHeaders, readParameter, type SipMessage } from "./message";
import { accountOf, type SipOutcome, sendWithCredentials } from "./send-request";
import type { RegistrationState, SipTrunk } from "./types";
import { PLACEHOLDER_HOST } from "./wire";

/** A registration is renewed at this part of its expiry. */
const RENEW_AT = 0.8;
/** The shortest delay until a renewal, in ms, so that an expiry of 0 does not loop. */
const MIN_RENEW_MS = 1_000;

type Failure = Pick<RegistrationState & { at: "failed" }, "step" | "status" | "detail">;

/** Registers a trunk's account, and renews the registration until it is stopped. */
export class Registration {
  readonly #callId = `${createTag()}@parley`;
  readonly #fromTag = createTag();
  readonly #target: URI;
  readonly #address: URI;
  #cseq = 0;
  #expiresS: number;
  #failures = 0;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #connection: SipConnection | null = null;
  #running: Promise<void>;
  readonly #onClosed = () => this.#schedule(this.context.limits.registerRetryMs * Math.random());

  constructor(
    readonly context: SipContext,
    readonly trunk: SipTrunk,
    readonly onState: (state: RegistrationState) => void,
  ) {
    const domain = trunk.domain ?? trunk.host;
    this.#target = createUri("", domain, trunk.domain ? null : trunk.port);
    this.#address = createUri(trunk.username ?? "", domain, null);
    this.#expiresS = context.limits.registerExpiresS;
    this.#running = this.#register();
  }

  /** Removes the registration. Resolves when the registrar answered, or the connection is gone. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    this.#connection?.closeListeners.delete(this.#onClosed);
    if (this.#connection?.isOpen) await this.#send(0);
    this.context.transport.releaseRoute(this.#callId);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#running.then(() => this.#register());
    }, delayMs).unref();
  }

  async #register(): Promise<void> {
    if (this.#isStopped) return;
    this.onState({ at: "registering" });
    try {
      await this.#connect();
      const outcome = await this.#send(this.#expiresS);
      if (outcome.message && outcome.status >= 200 && outcome.status < 300) this.#succeed(outcome.message);
      else this.#fail(outcome);
    } catch (error) {
      if (!(error instanceof SipConnectError)) throw error;
      this.#retry({ step: error.at, status: null, detail: `${error.at}: ${error.message}` }, 0);
    }
  }

  async #connect(): Promise<void> {
    const { context, trunk } = this;
    const connection = await context.connections.forTrunk(trunk);
    this.#connection?.closeListeners.delete(this.#onClosed);
    this.#connection = connection;
    connection.closeListeners.add(this.#onClosed);
    context.transport.setRoute(this.#callId, { connection, trunk, trunkId: trunk.id });
  }

  #send(expiresS: number): Promise<SipOutcome> {
    const contact = createUri(this.trunk.username ?? "", PLACEHOLDER_HOST, null);
    return sendWithCredentials(this.context, accountOf(this.trunk), (credentials) => {
      const options = { callId: this.#callId, cseq: ++this.#cseq, fromTag: this.#fromTag };
      const headers = [`Contact: <${contact.toRaw()}>`, `Expires: ${expiresS}`, ...credentials];
      const address = this.#address;
      return this.context.core.makeOutgoingRequestMessage(
        ...(["REGISTER", this.#target, address, address, options, headers] as const),
      );
    });
  }

  #succeed(message: SipMessage): void {
    this.#failures = 0;
    const expiresS = readExpiry(message, this.trunk.username ?? "") ?? this.#expiresS;
    this.onState({ at: "registered", expiresS });
    this.#schedule(Math.max(MIN_RENEW_MS, expiresS * RENEW_AT * 1_000));
  }

  #fail(outcome: SipOutcome): void {
    const minimum = Number(outcome.message && readHeader(outcome.message, "min-expires"));
    if (outcome.status === 423 && minimum > this.#expiresS) this.#expiresS = Math.min(minimum, 86_400);
    const { reason: detail, retryAfterS } = failureOf(outcome);
    const failure: Failure = outcome.message
      ? { step: "response", status: outcome.status, detail }
      : { step: "timeout", status: null, detail };
    this.#retry(failure, (retryAfterS ?? 0) * 1_000);
  }

  #retry(failure: Failure, minimumMs: number): void {
    const { registerRetryMs, registerRetryCapMs } = this.context.limits;
    const backoff = Math.min(registerRetryMs * 2 ** Math.min(this.#failures++, 20), registerRetryCapMs);
    const retryInMs = Math.round(Math.max(backoff * (0.5 + Math.random() / 2), minimumMs));
    if (this.#isStopped) return;
    this.onState({ at: "failed", ...failure, retryInMs });
    this.#schedule(retryInMs);
  }
}

/** The expiry of this account's contact in seconds, or of the message, or null. */
function readExpiry(message: SipMessage, user: string): number | null {
  const contact = readHeaders(message, "contact")
    .flatMap((value) => value.split(","))
    .find((value) => value.includes(`sip:${user}@`));
  const text = (contact && readParameter(contact, "expires")) || readHeader(message, "expires");
  return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
