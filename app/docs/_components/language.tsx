"use client";

import { useLocalStorage } from "@mantine/hooks";
import { createContext, type ReactNode, useContext } from "react";

export const LANGUAGES = [
  { id: "curl", name: "curl" },
  { id: "typescript", name: "TypeScript" },
  { id: "python", name: "Python" },
] as const;
export type Language = (typeof LANGUAGES)[number]["id"];

type Choice = readonly [Language, (language: Language) => void];
const LanguageContext = createContext<Choice>(["curl", () => undefined]);

const languageOf = (text: string | undefined): Language =>
  LANGUAGES.find(({ id }) => id === text)?.id ?? "curl";

/** The language of all samples, kept in this browser. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useLocalStorage<Language>({
    key: "parley-docs-language",
    defaultValue: "curl",
    deserialize: languageOf,
    serialize: (value) => value,
  });
  return <LanguageContext value={[language, setLanguage]}>{children}</LanguageContext>;
}

export const useLanguage = (): Choice => useContext(LanguageContext);
