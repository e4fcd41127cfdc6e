import type { ReactNode } from "react";
import classes from "./staff.module.css";

/** The pages of the operator's staff lie outside every workspace. */
export default function Layout({ children }: { children: ReactNode }) {
  return <main className={classes.page}>{children}</main>;
}
