import { SECTIONS } from "./agent-form";
import classes from "./section-links.module.css";

/** Leads to each section of the builder; it stays at the top while one scrolls. */
export function SectionLinks() {
  return (
    <nav aria-label="On this page" className={classes.row}>
      {SECTIONS.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className={classes.link}>
          {title}
        </a>
      ))}
    </nav>
  );
}
