import type { FindingSentences } from "../finding";

/** Findings of model servers and speech providers. */
export const PROVIDER_SENTENCES = {
  key_accepted: { ok: true, code: "key", message: "{provider} answers and accepts the key." },
  server_key_accepted: { ok: true, code: "key", message: "The server answers and accepts the key." },
  key_unconfirmed: {
    code: "failing",
    message: "{provider} does not confirm the key. Check again in a moment.",
  },
  models_not_all_checked: {
    ok: true,
    code: "not_all_asked",
    message: "Only the first {max} of {count} models were checked.",
  },
  voices_not_all_checked: {
    ok: true,
    code: "not_all_asked",
    message: "Only the first {max} of {count} voices were checked.",
  },
  model_answers: { ok: true, code: "model", message: "The model answers." },
  model_transcribes: { ok: true, code: "model", message: "The model transcribes." },
  model_unknown: {
    code: "unknown_model",
    message: "The provider does not offer this model. Correct its name.",
  },
  model_refused: {
    code: "refused",
    message:
      "The server refuses a short chat with this model. Check its name, and whether it is a chat model.",
  },
  not_a_model_server: {
    code: "not_a_model_server",
    message:
      "The address does not answer in the OpenAI protocol. Correct it: a base URL usually ends in /v1.",
  },
  voice_speaks: { ok: true, code: "voice", message: "The voice speaks." },
  voice_silent: {
    code: "failing",
    message: "The provider ended the response without audio. Check again in a moment.",
  },
  voice_unknown: {
    code: "unknown_voice",
    message: "The provider does not offer this voice to the account. Correct its ID.",
  },
  tts_model_unknown: {
    code: "unknown_model",
    message: "The provider does not offer the TTS model to the account. Connect it again with another.",
  },
  speech_refused: {
    code: "refused",
    message: "The provider refuses this request. See its console for the reason.",
  },
  not_a_speech_server: {
    code: "not_a_speech_server",
    message: "The address does not answer with speech. Correct it: a base URL usually ends in /v1.",
  },
  speech_too_slow: {
    code: "too_slow",
    message: "The provider did not answer in time. A call would continue with the built-in voice.",
  },
  speech_interrupted: {
    code: "failing",
    message: "The provider closed the connection early. Check again in a moment.",
  },
  server_streams: { ok: true, code: "streaming", message: "The server transcribes while the caller speaks." },
  model_retires: {
    ok: true,
    code: "model_retires",
    message: "OpenAI shuts this model down on {day}. Connect another one before that day.",
  },
  live_model_works: {
    ok: true,
    code: "model",
    message: "Deepgram transcribes with this model, and accepts not to store the audio or train with it.",
  },
  live_model_unknown: {
    code: "unknown_model",
    message: "Deepgram does not offer this model for live speech. Correct its name.",
  },
  opt_out_refused: {
    code: "opt_out_refused",
    message:
      "Deepgram has the model, and refuses a request with mip_opt_out=true. Parley sends no others, so calls continue with the built-in transcriber. Ask Deepgram to allow the opt-out.",
  },
  characters_left: { ok: true, code: "quota", message: "The account has characters left." },
  characters_missing: {
    code: "no_quota",
    message: "The account has used all its characters. Add some at ElevenLabs.",
  },
  zero_retention_accepted: {
    ok: true,
    code: "zero_retention",
    message: "The provider accepts the instruction to store no data.",
  },
  zero_retention_unconfirmed: {
    code: "zero_retention_unconfirmed",
    message:
      "The key cannot read the account's plan, so nothing confirms zero retention. Give the key the permission to read the user, and check again. Until then the account counts as one without zero retention.",
  },
  zero_retention_refused: {
    code: "zero_retention_refused",
    message:
      "The account cannot use zero retention, which needs an enterprise plan. Connect it again without zero retention, or with an enterprise account.",
  },
} as const satisfies FindingSentences;
