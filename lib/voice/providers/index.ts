export { createBuiltinProviders } from "@/lib/voice/offline/speech";
export { synthesizerWithFallback, transcriberWithFallback } from "./fallback";
export type { Providers, Vad } from "./port";
export { speakSpokenForm } from "./spoken-form";
