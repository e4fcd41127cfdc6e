import { primaryLanguage } from "@/lib/platform/primary-language";
import type { TalkWords } from "./talk-words";
import { en } from "./talk-words.en";

const LANGUAGES: Readonly<Record<string, TalkWords>> = { en };

/** The frames of talk of a BCP 47 tag's language; English where there are none. */
export const talkWordsFor = (language: string): TalkWords => LANGUAGES[primaryLanguage(language)] ?? en;
