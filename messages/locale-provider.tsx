"use client";

import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import type { Locale } from "./catalogs";
import { FORMATS, TIME_ZONE } from "./formats";

/** One object, as translators change with the object of their messages, and effects that use a translator run again. */
const NO_MESSAGES = {};

/** Sets the language and the formats of client components. The components of `messages/areas` add the messages. */
export function LocaleProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    <NextIntlClientProvider locale={locale} messages={NO_MESSAGES} formats={FORMATS} timeZone={TIME_ZONE}>
      {children}
    </NextIntlClientProvider>
  );
}
