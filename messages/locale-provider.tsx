"use client";

import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import type { Locale } from "./catalogs";
import { FORMATS, TIME_ZONE } from "./formats";

/** Sets the language and the formats of client components. The components of `messages/areas` add the messages. */
export function LocaleProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <NextIntlClientProvider locale={locale} messages={{}} formats={FORMATS} timeZone={TIME_ZONE}>
      {children}
    </NextIntlClientProvider>
  );
}
