import { getRequestConfig } from "next-intl/server";
import { loadCatalog } from "./catalogs";
import { FORMATS, TIME_ZONE } from "./formats";
import { currentLocale } from "./locale";

/** The configuration of server components. `next.config.mjs` names this file as `next-intl/config`. */
export default getRequestConfig(async () => {
  const locale = currentLocale();
  return { locale, messages: await loadCatalog(locale), formats: FORMATS, timeZone: TIME_ZONE };
});
