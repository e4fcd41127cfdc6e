import type { ReactNode } from "react";
import classes from "./panel.module.css";

type Props = {
  title: string;
  children: ReactNode;
  /** Buttons at the right of the heading. */
  actions?: ReactNode;
};

/** A box on a page, with its own heading. */
export function Panel({ title, children, actions }: Props) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
