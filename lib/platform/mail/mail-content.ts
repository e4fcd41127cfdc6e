/** The content of a mail, which becomes its subject, text and HTML. */
export type MailContent = {
  /** The subject, and the heading. */
  title: string;
  paragraphs: readonly string[];
  /** Names and values, such as the workspace and the time. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The one action. `url`: absolute, http or https. */
  button: { label: string; url: string };
  /** Advice for readers who did not expect the mail. */
  help?: string;
};
export type ComposedMail = { subject: string; text: string; html: string };

/** A mail's content with every text on one line. */
export type MailLines = Required<MailContent> & { fallback: string; footer: string };
