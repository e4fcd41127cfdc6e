import { Textarea, type TextareaProps } from "@mantine/core";

/** A field for a few lines, which grows with them. */
export const FewLines = (props: TextareaProps) => <Textarea autosize minRows={2} maxRows={8} {...props} />;
