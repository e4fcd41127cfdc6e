export { FRAME_MS, FRAME_SAMPLES } from "./audio/frame";
export { voiceFigures } from "./figures";
export { type Gateway, makeGateway } from "./gateway";
export {
  accountSynthesizer,
  accountTranscriber,
  listenUrl,
  ProviderFailure,
} from "./providers";
export { builtinVoices, type Voices, workspaceVoices } from "./providers-for";
export { readSample } from "./sample";
