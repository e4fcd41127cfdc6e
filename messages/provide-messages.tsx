import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useMemo } from "react";
import type { Catalog, Locale } from "./catalogs";
import type { en } from "./en";

/** The messages of an area in each language. */
type AreaMessages = Readonly<Record<Locale, Partial<Catalog>>>;

function AddedMessages({ messages, children }: { messages: AreaMessages; children: ReactNode }) {
  const locale = useLocale();
  const inherited = useMessages();
  const all = useMemo(
    () => ({ ...inherited, ...messages[locale] }) as typeof en,
    [inherited, messages, locale],
  );
  return (
    <NextIntlClientProvider locale={locale} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Returns a component that adds the messages of an area to those that its children have. */
export const provideMessages =
  (messages: AreaMessages) =>
  ({ children }: { children: ReactNode }) => <AddedMessages messages={messages}>{children}</AddedMessages>;
