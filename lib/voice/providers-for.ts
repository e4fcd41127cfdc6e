import type { SpokenCall } from "@/lib/calls";
import type { Ctx } from "@/lib/context";
import { createBuiltinProviders, type Providers } from "./providers";

/** What the calls of a process hear and speak by. */
export type Voices = {
  /** Of one call: by its agent's voice, and its workspace's credentials. The call closes them. */
  of(ctx: Ctx, call: SpokenCall): Promise<Providers>;
  /** Ends what all calls share. */
  close(): void;
};

/** What works without an account: one set of threads for all calls, started with the first. */
export function builtinVoices(): Voices {
  let shared: ReturnType<typeof createBuiltinProviders> | undefined;
  return {
    async of() {
      shared ??= createBuiltinProviders();
      const { detector, recogniser, speaker } = shared;
      // What all calls share does not end with one of them.
      const close = () => undefined;
      return { detector, recogniser: { ...recogniser, close }, speaker: { ...speaker, close } };
    },
    close: () => shared?.close(),
  };
}
