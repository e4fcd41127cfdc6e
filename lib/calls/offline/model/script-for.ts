import { primaryLanguage } from "@/lib/platform/primary-language";
import type { Script } from "./phrases";
import { en } from "./phrases.en";

const LANGUAGES: Readonly<Record<string, Script>> = { en };

/** The script of a BCP 47 tag's language; English where there is none yet. */
export const scriptFor = (language: string): Script => LANGUAGES[primaryLanguage(language)] ?? en;
