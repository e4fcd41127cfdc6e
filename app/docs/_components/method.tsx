import classes from "./docs.module.css";

/** The HTTP method of an operation. */
export function Method({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}
