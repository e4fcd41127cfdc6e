import { useTranslations } from "next-intl";
import { Mark } from "./mark";
import { SchemeToggle } from "./scheme-toggle";

const PRODUCT = "Parley";

/** Top bar of public pages. */
export function TopBar() {
  const t = useTranslations("common.publicBar");
  return (
    <header className="bar">
      <a className="brand" href="/">
        <Mark size={24} /> {PRODUCT}
      </a>
      <nav aria-label={t("main")}>
        <a href="/docs">{t("reference")}</a>
      </nav>
      <nav aria-label={t("more")}>
        <a href="/docs/errors">{t("errors")}</a>
      </nav>
      <SchemeToggle />
    </header>
  );
}
