import { primaryLanguage } from "@/lib/platform/primary-language";
import type { NameWords } from "./name-words";
import { en } from "./name-words.en";

const LANGUAGES: Readonly<Record<string, NameWords>> = { en };

/** The name words of a BCP 47 tag's language; English where there are none. */
export const nameWordsFor = (language: string): NameWords => LANGUAGES[primaryLanguage(language)] ?? en;
