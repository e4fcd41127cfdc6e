export { checkModel, type ModelCheck } from "./check-model";
export { createLocalTranscribers, LOCAL_ANSWER_MS, type LocalTranscribers } from "./local-transcribers";
