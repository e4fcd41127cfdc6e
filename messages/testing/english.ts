import { createFormatter, createTranslator, type IntlError } from "next-intl";
import { en } from "../en";
import { FORMATS, TIME_ZONE } from "../formats";
import type { Formatter, Namespace, Translator } from "../translator";

const config = {
  locale: "en",
  formats: FORMATS,
  timeZone: TIME_ZONE,
  onError: (error: IntlError) => {
    throw error;
  },
} as const;

/** The English messages of a namespace, for unit tests of functions that take a translator. */
export const english = <N extends Namespace>(namespace: N): Translator<N> =>
  createTranslator({ ...config, messages: en, namespace }) as unknown as Translator<N>;

export const englishFormatter: Formatter = createFormatter(config);
