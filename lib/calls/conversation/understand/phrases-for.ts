import { primaryLanguage } from "@/lib/platform/primary-language";
import type { Phrases } from "./phrases";
import { en } from "./phrases.en";

const LANGUAGES: Readonly<Record<string, Phrases>> = { en };

/** The phrases of a BCP 47 tag's language; English where there are none yet. */
export const phrasesFor = (language: string): Phrases => LANGUAGES[primaryLanguage(language)] ?? en;
