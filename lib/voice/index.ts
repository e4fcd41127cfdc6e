export { voiceFigures } from "./figures";
export { type Gateway, makeGateway } from "./gateway";
export { createSpeechHearing, type SpeechHearing } from "./hear-speech";
export type { Providers } from "./providers";
export { builtinVoices, type Voices, workspaceVoices } from "./providers-for";
export { readSample } from "./sample";
