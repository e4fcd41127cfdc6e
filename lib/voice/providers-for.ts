import { type SpeechAccount, speechAccount } from "@/lib/agents/integrations";
import { splitId } from "@/lib/agents/models/schema";
import { noteProviderFailure, type SpokenCall } from "@/lib/calls/calls";
import type { ProviderFailureNote } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { type Egress, egress } from "@/lib/platform/egress";
import { log } from "@/lib/platform/log";
import { providerFailures } from "@/lib/platform/provider-failures";
import {
  accountSpeaker,
  accountTranscriber,
  createBuiltinProviders,
  type Providers,
  type Speaker,
  speakerWithFallback,
  type Transcriber,
  transcriberWithFallback,
} from "./providers";

/** What the calls of a process hear and speak by. */
export type Voices = {
  /** Of one call: by its agent's voice, and its workspace's credentials. The call closes them. */
  of(ctx: Ctx, call: SpokenCall): Promise<Providers>;
  /** Ends what all calls share. Before it resolves, the process must not exit. */
  close(): Promise<void>;
};

/** What goes on where a provider fails, whatever the agent's voice was. */
const FALLBACK_VOICE = "builtin:slt";
const BUILTIN = "builtin";

/** What works without an account: one set of threads for all calls, started with the first. */
export function builtinVoices(): Voices {
  let shared: ReturnType<typeof createBuiltinProviders> | undefined;
  return {
    async of() {
      shared ??= createBuiltinProviders();
      const { detector, transcriber, speaker } = shared;
      // What all calls share does not end with one of them.
      const close = () => undefined;
      return { detector, transcriber: { ...transcriber, close }, speaker: { ...speaker, close } };
    },
    close: async () => shared?.close(),
  };
}

type Failure = Omit<ProviderFailureNote, "at">;

/** The account, or why there is none: it is not connected, or not for that; or the workspace does not allow it. */
type Found = SpeechAccount | "not_connected" | "not_allowed";

/** Says in the log and in the call that a provider failed; a note that cannot be kept holds nobody up. */
const tell = (ctx: Ctx, call: SpokenCall, failure: Failure, account: Found): void => {
  const { part, kind } = failure;
  providerFailures.count({ part, provider: typeof account === "string" ? "none" : account.kind, kind });
  log.warn({ callId: call.id, ...failure }, "a provider of speech failed in a call");
  void noteProviderFailure(ctx, call.id, failure).catch((err: unknown) =>
    log.error({ callId: call.id, err }, "a provider's failure could not be noted in its call"),
  );
};

/** The workspace's account that an id (`<provider>:<name>`) stands for. */
async function accountOf(
  ctx: Ctx,
  call: SpokenCall,
  id: string,
  names: (account: SpeechAccount) => readonly string[],
): Promise<Found> {
  const { provider, name } = splitId(id);
  const account = await speechAccount(ctx, provider, call.credentials).catch((err: unknown) => {
    log.error({ callId: call.id, err }, "a credential could not be opened");
    return undefined;
  });
  if (account === undefined || !names(account).includes(name)) return "not_connected";
  return account.allowed ? account : "not_allowed";
}

/**
 * Adds the workspace's own providers to what is built in: the agent's voice and transcriber choose one, by the credential
 * of the call's own workspace and environment alone. What is not connected, not allowed or fails, the built-in one does.
 */
export function workspaceVoices(builtin: Voices = builtinVoices(), way: Egress = egress): Voices {
  async function speakerOf(ctx: Ctx, call: SpokenCall, own: Speaker): Promise<Speaker> {
    const id = call.config.voice_id ?? FALLBACK_VOICE;
    const { provider } = splitId(id);
    if (provider === BUILTIN) return own;
    const account = await accountOf(ctx, call, id, ({ voices }) => voices);
    const speaker = typeof account === "string" ? null : accountSpeaker(way, account);
    const failed = (kind: Failure["kind"]) => tell(ctx, call, { provider, part: "voice", kind }, account);
    if (speaker) return speakerWithFallback(speaker, own, FALLBACK_VOICE, ({ kind }) => failed(kind));
    failed(typeof account === "string" ? account : "not_connected");
    return { ...own, speak: (text, _, signal) => own.speak(text, FALLBACK_VOICE, signal) };
  }

  async function transcriberOf(ctx: Ctx, call: SpokenCall, own: Transcriber): Promise<Transcriber> {
    const { provider, name } = splitId(call.config.transcriber);
    if (provider === BUILTIN) return own;
    const account = await accountOf(ctx, call, call.config.transcriber, ({ models }) => models);
    const transcriber = typeof account === "string" ? null : accountTranscriber(way, account, name);
    const failed = (kind: Failure["kind"]) =>
      tell(ctx, call, { provider, part: "transcriber", kind }, account);
    if (transcriber) return transcriberWithFallback(transcriber, own, ({ kind }) => failed(kind));
    failed(typeof account === "string" ? account : "not_connected");
    return own;
  }

  return {
    async of(ctx, call) {
      const own = await builtin.of(ctx, call);
      const [speaker, transcriber] = await Promise.all([
        speakerOf(ctx, call, own.speaker),
        transcriberOf(ctx, call, own.transcriber),
      ]);
      return { ...own, speaker, transcriber };
    },
    close: () => builtin.close(),
  };
}
