export {
  MANIFEST,
  readModelFolders,
  type SpeechModelFolder,
  type SpeechModelManifest,
} from "./list";
export { isStreaming, recognizeModel, type SpeechModel, type SpeechModelKind } from "./recognize-model";
export { findSpeechModel, LOCAL_PROVIDER, listLocalTranscribers, speechModelsDir } from "./transcribers";
