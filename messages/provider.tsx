"use client";

import { NextIntlClientProvider } from "next-intl";
import { type ReactNode, use } from "react";
import { type Locale, loadCatalog } from "./catalogs";
import type { en } from "./en";
import { FORMATS, TIME_ZONE } from "./formats";

const catalogs = new Map<Locale, Promise<typeof en>>();

/** The catalog of a language, loaded once. */
function catalogOf(locale: Locale): Promise<typeof en> {
  const catalog = catalogs.get(locale) ?? loadCatalog(locale);
  catalogs.set(locale, catalog);
  return catalog;
}

/** Provides the messages to client components. The browser imports them, so that no page contains them. */
export function MessagesProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <NextIntlClientProvider
      locale={locale}
      messages={use(catalogOf(locale))}
      formats={FORMATS}
      timeZone={TIME_ZONE}
    >
      {children}
    </NextIntlClientProvider>
  );
}
