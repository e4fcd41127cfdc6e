import { Fragment } from "react";

/** One paragraph in which `code` and **bold** are set. */
export function Inline({ text }: { text: string }) {
  // The parts alternate: words, code, words, …
  const parts = text.split("`").map((part, index) => ({ part, index }));
  return parts.map(({ part, index }) =>
    index % 2 === 1 ? <code key={index}>{part}</code> : <Bold key={index} text={part} />,
  );
}

function Bold({ text }: { text: string }) {
  const parts = text.split("**").map((part, index) => ({ part, index }));
  return parts.map(({ part, index }) =>
    index % 2 === 1 ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
  );
}

/** The description of an operation or of the API: paragraphs of the document's Markdown. */
export function Prose({ text }: { text: string }) {
  const paragraphs = text.split("\n\n");
  return paragraphs.map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));
}
