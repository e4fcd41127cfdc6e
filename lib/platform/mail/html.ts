import type { MailLines } from "./mail-content";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** Clients without `prefers-color-scheme` show the light colors, which are inline. Each pair has a contrast of 4.5:1 or more. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #101715 !important; }
  .card { background: #18211f !important; border-color: #2e3a37 !important; }
  .text { color: #e4eae8 !important; }
  .dim, .dim a { color: #a9b6b2 !important; }
}`;
const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;";
const WRAP = "overflow-wrap: anywhere; word-break: break-word;";
const TEXT = `margin: 0 0 16px; font-size: 16px; line-height: 24px; color: #16211f; ${WRAP}`;
const DIM = `margin: 0 0 16px; font-size: 14px; line-height: 20px; color: #5b6b67; ${WRAP}`;

const paragraph = (style: string, name: string, content: string): string =>
  `<p class="${name}" style="${style}">${content}</p>`;

function factsOf(facts: MailLines["facts"]): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="dim" valign="top" style="padding: 2px 16px 2px 0; font-size: 14px; line-height: 20px; color: #5b6b67;">${escapeHtml(name)}</td>` +
      `<td class="text" style="padding: 2px 0; font-size: 14px; line-height: 20px; color: #16211f; ${WRAP}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin: 0 0 16px; border-collapse: collapse; ${FONT}"><tbody>${rows.join("")}</tbody></table>`;
}

const buttonOf = ({ label, url }: MailLines["button"]): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 8px 0 24px;"><tr><td bgcolor="#0b6a5f" style="border-radius: 6px;">` +
  `<a href="${escapeHtml(url)}" style="display: inline-block; padding: 12px 20px; border-radius: 6px; background: #0b6a5f; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none; ${FONT}">${escapeHtml(label)}</a></td></tr></table>`;

/** A mail as a document without images, scripts, fonts or anything else that a client would load. */
export function htmlOf({ title, paragraphs, facts, button, help, fallback, footer }: MailLines): string {
  const url = escapeHtml(button.url);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${DARK}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #f7f9f8;">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #f7f9f8;"><tr><td align="center" style="padding: 24px 12px;">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; background: #ffffff; border: 1px solid #d6dedb; border-radius: 8px;"><tr><td style="padding: 32px 24px 16px; ${FONT}">
<h1 class="text" style="margin: 0 0 16px; font-size: 22px; line-height: 28px; font-weight: 600; color: #16211f; ${WRAP}">${escapeHtml(title)}</h1>
${paragraphs.map((line) => paragraph(TEXT, "text", escapeHtml(line))).join("\n")}
${factsOf(facts)}
${buttonOf(button)}
${paragraph(DIM, "dim", `${escapeHtml(fallback)}<br><a href="${url}" style="color: #5b6b67; ${WRAP}">${url}</a>`)}
${help === "" ? "" : paragraph(DIM, "dim", escapeHtml(help))}
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px;"><tr><td style="padding: 16px 24px; ${FONT}">
${paragraph(DIM, "dim", escapeHtml(footer))}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
