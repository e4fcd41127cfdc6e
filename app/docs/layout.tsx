import type { ReactNode } from "react";
import { LanguageProvider } from "./_components/language";

export default function Layout({ children }: { children: ReactNode }) {
  return <LanguageProvider>{children}</LanguageProvider>;
}
