// Stands for the process of a model: the language of an utterance selects a failure of real processes. It is JavaScript,
// so that it starts at once.

const languages = new Map();
const send = (message) => process.send?.(message);

/** Misbehaves as it is told. */
function misbehave(conduct) {
  if (conduct === "crash") process.abort();
  if (conduct === "hang") for (;;);
}

process.on("message", (message) => {
  if (message.type === "load") {
    misbehave(message.model.files.tokens);
    send({ type: "ready" });
  } else if (message.type === "begin") {
    languages.set(message.id, message.language);
    if (message.language === "hang") misbehave("hang");
  } else if (message.type === "finish") {
    const language = languages.get(message.id) ?? "";
    misbehave(language);
    if (language === "fail") send({ type: "failed", id: message.id });
    else if (language !== "silent") send({ type: "final", id: message.id, text: language });
  }
});
process.on("disconnect", () => process.exit(0));
