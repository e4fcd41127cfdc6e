// Turbopack's loader of the files of `messages/<language>` for the browser. It replaces each message by its compiled form, so
// that the browser needs no parser of messages.

import { transform } from "esbuild";
import compile from "icu-minify/compile";

/** The compiled form of a message, or of each message in an object. Null is no message. */
const compileAll = (messages) =>
  typeof messages === "string"
    ? compile(messages)
    : messages === null
      ? null
      : Object.fromEntries(Object.entries(messages).map(([key, value]) => [key, compileAll(value)]));

/** Compiles the source text of a file of messages. Its exports are constants without imports. */
export async function compileMessages(source) {
  const { code } = await transform(source, { loader: "ts", format: "esm" });
  const exported = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return Object.entries(exported)
    .map(([name, messages]) => `export const ${name} = ${JSON.stringify(compileAll(messages))};\n`)
    .join("");
}

export default function loader(source) {
  const done = this.async();
  compileMessages(source).then((code) => done(null, code), done);
}
