import type { Synthesizer } from "@/lib/agents/providers/schema";
import { hasSpokenForm, spokenForm } from "@/lib/voice/spoken";

/**
 * A voice that gets its texts with numbers, dates and codes in words. Voices that read them as they are written say
 * some of them wrong: github.com/elevenlabs/elevenlabs-docs/pull/877. The built-in voice converts its texts itself.
 */
export const speakSpokenForm = (synthesizer: Synthesizer): Synthesizer => ({
  ...synthesizer,
  speak(text, voice, signal, context) {
    const language = context?.language;
    if (language === undefined || !hasSpokenForm(language))
      return synthesizer.speak(text, voice, signal, context);
    const { previousText } = context ?? {};
    return synthesizer.speak(spokenForm(text, language).text, voice, signal, {
      ...context,
      isSpokenForm: true,
      ...(previousText !== undefined && { previousText: spokenForm(previousText, language).text }),
    });
  },
});
