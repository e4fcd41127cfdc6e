import { primaryLanguage } from "@/lib/platform/primary-language";
import type { WishWords } from "./wish-words";
import { en } from "./wish-words.en";

const LANGUAGES: Readonly<Record<string, WishWords>> = { en };

/** The words of a BCP 47 tag's language; English where there are none. */
export const wishWordsFor = (language: string): WishWords => LANGUAGES[primaryLanguage(language)] ?? en;
