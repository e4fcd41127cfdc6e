import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Theme } from "@/components/theme";
import { CommonMessages } from "@/messages/areas/common";
import { ErrorsMessages } from "@/messages/areas/errors";
import { currentLocale } from "@/messages/locale";
import { LocaleProvider } from "@/messages/locale-provider";
import "@mantine/core/styles.layer.css";
import "@mantine/charts/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "./tokens.css";
import "./globals.css";

/** The product's name, in every language. */
const PRODUCT = "Parley";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return { title: { default: PRODUCT, template: `%s · ${PRODUCT}` }, description: t("product") };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#131a19" },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  // Every page is rendered for its request: one that was rendered at the build could bear no nonce.
  const nonce = (await headers()).get("x-nonce") ?? "";
  const locale = currentLocale();
  return (
    <html lang={locale} {...mantineHtmlProps} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <LocaleProvider locale={locale}>
          <CommonMessages>
            <ErrorsMessages>
              <Theme nonce={nonce}>{children}</Theme>
            </ErrorsMessages>
          </CommonMessages>
        </LocaleProvider>
      </body>
    </html>
  );
}
