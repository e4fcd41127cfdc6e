import { serverTranslator } from "@/messages/server-translator";
import { htmlOf } from "./html";
import type { ComposedMail, MailContent, MailLines } from "./mail-content";
import { oneLine } from "./one-line";

function linesOf({ title, paragraphs, facts = [], button, help = "" }: MailContent, host: string): MailLines {
  const t = serverTranslator("emails");
  const { protocol, href } = new URL(button.url);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError("A mail links to web pages only.");
  return {
    title: oneLine(title),
    paragraphs: paragraphs.map(oneLine),
    facts: facts.map(([name, value]) => [oneLine(name), oneLine(value)] as const),
    button: { label: oneLine(button.label), url: href },
    help: oneLine(help),
    fallback: t("frame.fallback"),
    footer: t("frame.footer", { host: oneLine(host) }),
  };
}

/** RFC 3676: the line before a signature. */
const SIGNATURE = "-- ";

const textOf = ({ title, paragraphs, facts, button, help, footer }: MailLines): string =>
  [
    title,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    `${button.label}:\n${button.url}`,
    help,
    `${SIGNATURE}\n${footer}`,
  ]
    .filter((block) => block !== "")
    .join("\n\n");

/** Composes a mail from its content, the same for readers of its text and of its HTML. `host`: the installation's. */
export function composeMail(content: MailContent, host: string): ComposedMail {
  const lines = linesOf(content, host);
  return { subject: lines.title, text: `${textOf(lines)}\n`, html: htmlOf(lines) };
}
