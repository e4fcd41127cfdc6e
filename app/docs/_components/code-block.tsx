import { Box } from "@mantine/core";
import { CopyButton } from "@/components/copy-button";
import classes from "./code.module.css";
import { Highlight } from "./highlight";

/** Code that scrolls within its frame, also by keyboard. `label` names it for screen readers. */
export function CodeArea({ code, label }: { code: string; label: string }) {
  return (
    <Box component="pre" className={classes.area} tabIndex={0} role="group" aria-label={label}>
      <code>
        <Highlight code={code} />
      </code>
    </Box>
  );
}

/** One sample with a title and a button that copies it. */
export function CodeBlock({ code, title, label }: { code: string; title: string; label: string }) {
  return (
    <div className={classes.block}>
      <div className={classes.bar}>
        <span className={classes.title}>{title}</span>
        <CopyButton value={code} size="compact-xs" variant="subtle" color="gray" />
      </div>
      <CodeArea code={code} label={label} />
    </div>
  );
}
