import type { ProvidersFor } from "./calls";

/** What calls hear and speak by. Without any a call ends as soon as it is answered, and its log says why. */
export const providersFor: ProvidersFor = async (_, { config }) => {
  throw new Error(`No voice provider offers ${config.voice_id ?? "a voice"}.`);
};
