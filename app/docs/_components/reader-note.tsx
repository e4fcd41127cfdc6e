import { KEY_VARIABLE } from "@/lib/http/reference/samples/request";
import classes from "./docs.module.css";

/** Explains the samples: the key's variable, and the signed-in reader's identifiers. */
export function ReaderNote({ workspace }: { workspace: string | null }) {
  return (
    <p className={classes.note}>
      The samples read your API key from the variable <code>{KEY_VARIABLE}</code>.{" "}
      {workspace === null ? (
        <>
          <a href="/sign-in?next=/docs">Sign in</a> to fill them with the IDs of your workspace.
        </>
      ) : (
        <>
          Where possible, they contain IDs from your workspace <strong>{workspace}</strong>. Samples that
          delete have placeholders.
        </>
      )}
    </p>
  );
}
