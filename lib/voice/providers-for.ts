import { type ConversationSpeechAccount, openSpeechAccount } from "@/lib/agents/integrations";
import { splitId } from "@/lib/agents/models/schema";
import { adapterOf } from "@/lib/agents/providers";
import type { Synthesizer, Transcriber } from "@/lib/agents/providers/schema";
import { LOCAL_PROVIDER } from "@/lib/agents/speech-models";
import { noteProviderFailure, type SpokenCall } from "@/lib/calls/calls";
import type { ProviderFailureNote } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { defaultHttpClient, type HttpClient, warmConnection } from "@/lib/platform/egress";
import { log } from "@/lib/platform/log";
import { providerFailures } from "@/lib/platform/provider-failures";
import { createLocalTranscribers, LOCAL_ANSWER_MS, type LocalTranscribers } from "./local-speech";
import {
  createBuiltinProviders,
  type Providers,
  speakSpokenForm,
  synthesizerWithFallback,
  transcriberWithFallback,
} from "./providers";
import { withSynthesizerSpans, withTranscriberSpans } from "./providers/provider-spans";

/** The parts of a call that its voices depend on. */
export type VoicedCall = Pick<SpokenCall, "id" | "config" | "credentials">;
/** Stores a provider's failure where the call's readers look for it. */
export type NoteFailure = typeof noteProviderFailure;

/** The voices and transcribers of a process's calls. */
export type Voices = {
  /** Of one call: by its agent's voice, and its workspace's credentials. The call closes them. */
  of(ctx: Ctx, call: VoicedCall): Promise<Providers>;
  /** Ends what all calls share. Before it resolves, the process must not exit. */
  close(): Promise<void>;
};

/** Replaces a failed provider, for every voice of the agent. */
const FALLBACK_VOICE = "builtin:slt";
const BUILTIN = "builtin";

/** The built-in voices and transcribers: one set of threads for all calls, started with the first. */
export function builtinVoices(): Voices {
  let shared: ReturnType<typeof createBuiltinProviders> | undefined;
  return {
    async of() {
      shared ??= createBuiltinProviders();
      const { vad, transcriber, synthesizer } = shared;
      // Shared by all calls, so it does not end with one of them.
      const close = () => undefined;
      return { vad, transcriber: { ...transcriber, close }, synthesizer: { ...synthesizer, close } };
    },
    close: async () => shared?.close(),
  };
}

type Failure = Omit<ProviderFailureNote, "at">;

/** The account, or why there is none: it is not connected, or not for that; or the workspace does not allow it. */
type AccountResult = ConversationSpeechAccount | "not_connected" | "not_allowed";

/**
 * Logs a provider's failure and notes it on the call. A note that cannot be stored does not delay the call.
 */
const tell = (
  ctx: Ctx,
  call: VoicedCall,
  failure: Failure,
  account: AccountResult | "local",
  note: NoteFailure,
): void => {
  const { part, kind } = failure;
  const provider = account === "local" ? LOCAL_PROVIDER : typeof account === "string" ? "none" : account.kind;
  providerFailures.count({ part, provider, kind });
  log.warn(
    { callId: call.id, requestId: ctx.requestId, ...failure },
    "a provider of speech failed in a call",
  );
  void note(ctx, call.id, failure).catch((err: unknown) =>
    log.error(
      { callId: call.id, requestId: ctx.requestId, err },
      "a provider's failure could not be noted in its call",
    ),
  );
};

/** The workspace's account that an id (`<provider>:<name>`) stands for. */
async function accountOf(
  ctx: Ctx,
  call: VoicedCall,
  id: string,
  names: (account: ConversationSpeechAccount) => readonly string[],
): Promise<AccountResult> {
  const { provider, name } = splitId(id);
  const account = await openSpeechAccount(ctx, provider, call.credentials).catch((err: unknown) => {
    log.error({ callId: call.id, requestId: ctx.requestId, err }, "a credential could not be opened");
    return undefined;
  });
  if (account === undefined || !names(account).includes(name)) return "not_connected";
  return account.allowed ? account : "not_allowed";
}

/**
 * Adds the models of this machine and the workspace's own providers to what is built in: the agent's voice and
 * transcriber choose one, by the credential of the call's own workspace and environment alone. What is not connected,
 * not allowed or fails, the built-in one does, and `note` learns of it.
 */
export function workspaceVoices(
  builtin: Voices = builtinVoices(),
  httpClient: HttpClient = defaultHttpClient,
  localTranscribers: LocalTranscribers = createLocalTranscribers(),
  note: NoteFailure = noteProviderFailure,
): Voices {
  async function synthesizerOf(
    ctx: Ctx,
    call: VoicedCall,
    builtinSynthesizer: Synthesizer,
  ): Promise<Synthesizer> {
    const id = call.config.voice_id ?? FALLBACK_VOICE;
    const { provider } = splitId(id);
    if (provider === BUILTIN) return builtinSynthesizer;
    const account = await accountOf(ctx, call, id, ({ voices }) => voices);
    const synthesizer =
      typeof account === "string"
        ? undefined
        : adapterOf(account.kind)?.createSynthesizer?.(httpClient, account);
    const failed = (kind: Failure["kind"]) =>
      tell(ctx, call, { provider, part: "voice", kind }, account, note);
    if (synthesizer && typeof account !== "string")
      return {
        ...synthesizerWithFallback(
          withSynthesizerSpans(speakSpokenForm(synthesizer), { provider: account.kind, callId: call.id }),
          builtinSynthesizer,
          FALLBACK_VOICE,
          ({ kind }) => failed(kind),
        ),
        warm: () => void warmConnection(httpClient, account.baseUrl),
      };
    failed(typeof account === "string" ? account : "not_connected");
    return {
      ...builtinSynthesizer,
      speak: (text, _, signal) => builtinSynthesizer.speak(text, FALLBACK_VOICE, signal),
    };
  }

  async function transcriberOf(
    ctx: Ctx,
    call: VoicedCall,
    builtinTranscriber: Transcriber,
  ): Promise<Transcriber> {
    const { provider, name } = splitId(call.config.transcriber);
    if (provider === BUILTIN) return builtinTranscriber;
    // An integration of an earlier version can have the same name. It is used for models that are not installed here.
    const local = provider === LOCAL_PROVIDER ? await localTranscribers.open(name) : undefined;
    if (local !== undefined)
      return transcriberWithFallback(
        withTranscriberSpans(local, { provider, callId: call.id }),
        builtinTranscriber,
        ({ kind }) => tell(ctx, call, { provider, part: "transcriber", kind }, "local", note),
        LOCAL_ANSWER_MS,
      );
    const account = await accountOf(ctx, call, call.config.transcriber, ({ models }) => models);
    const transcriber =
      typeof account === "string"
        ? undefined
        : adapterOf(account.kind)?.createTranscriber?.(httpClient, account, name);
    const failed = (kind: Failure["kind"]) =>
      tell(ctx, call, { provider, part: "transcriber", kind }, account, note);
    if (transcriber && typeof account !== "string")
      return transcriberWithFallback(
        withTranscriberSpans(transcriber, { provider: account.kind, callId: call.id }),
        builtinTranscriber,
        ({ kind }) => failed(kind),
      );
    failed(typeof account === "string" ? account : "not_connected");
    return builtinTranscriber;
  }

  return {
    async of(ctx, call) {
      const builtinProviders = await builtin.of(ctx, call);
      const [synthesizer, transcriber] = await Promise.all([
        synthesizerOf(ctx, call, builtinProviders.synthesizer),
        transcriberOf(ctx, call, builtinProviders.transcriber),
      ]);
      return { ...builtinProviders, synthesizer, transcriber };
    },
    close() {
      localTranscribers.close();
      return builtin.close();
    },
  };
}
