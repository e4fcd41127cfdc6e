import { useTranslations } from "next-intl";
import { SECTIONS } from "./agent-form";
import classes from "./section-links.module.css";

/** Links to each section of the builder. They stay at the top of the window. */
export function SectionLinks() {
  const t = useTranslations("agents.section");
  return (
    <nav aria-label={t("label")} className={classes.row}>
      {SECTIONS.map(({ id }) => (
        <a key={id} href={`#${id}`} className={classes.link}>
          {t(id)}
        </a>
      ))}
    </nav>
  );
}
