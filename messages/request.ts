import { getRequestConfig } from "next-intl/server";
import { type Locale, loadCatalog } from "./catalogs";
import type { en } from "./en";
import { FORMATS, TIME_ZONE } from "./formats";
import { currentLocale } from "./locale";
import { REASON_TEXTS } from "./reason-texts";

/**
 * The catalog with the texts of reasons, which only the server has from the start. The catalog's own texts of reasons, in the words of
 * the dashboard's forms, take precedence.
 */
async function loadMessages(locale: Locale): Promise<typeof en> {
  const [catalog, texts] = await Promise.all([loadCatalog(locale), REASON_TEXTS[locale]?.()]);
  if (texts === undefined) return catalog;
  const reason = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
  const { errors } = catalog;
  return { ...catalog, errors: { ...errors, reason: { ...reason, ...errors.reason } } };
}

/** The configuration of server components. `next.config.mjs` names this file as `next-intl/config`. */
export default getRequestConfig(async () => {
  const locale = currentLocale();
  return { locale, messages: await loadMessages(locale), formats: FORMATS, timeZone: TIME_ZONE };
});
