import { describe, expect, it } from "vitest";
import { literalFaults, messageFaults } from "./check-strings.mjs";
import { messagesOf } from "./strings/catalog.mjs";
import { literalTexts } from "./strings/literals.mjs";

const textsOf = (code) => literalTexts("a.tsx", code).map(({ text }) => text);

describe("texts outside the catalog", () => {
  it.each([
    ["text in JSX", "<p>Created</p>", "Created"],
    ["a literal in JSX", '<p>{isOpen ? "open" : t("closed")}</p>', "open"],
    ["a label", '<Input label="Name" />', "Name"],
    ["a template in a label", `<Button aria-label={\`Rotate \${name}\`} />`, "Rotate"],
    ["either branch of a condition", '<Panel title={a ? t("a") : "no texts"} />', "no texts"],
    ["a property", 'const columns = [{ header: "created" }];', "created"],
    ["the text of a map", 'const NAMES = { active: "Active" };', "Active"],
    ["a notification", 'say("Key rotated.");', "Key rotated."],
    ["a sentence anywhere", `const text = \`Calls of \${name} ended.\`;`, "Calls of ended."],
  ])("finds %s", (_, code, text) => {
    expect(textsOf(code)).toEqual([text]);
  });

  it.each([
    ["messages", '<p title={t("title")}>{t("text", { name })}</p>'],
    ["names of events, classes and keys", 'if (event.key === "Enter") add("click", <p className="lead" />);'],
    ["errors for developers", 'throw new TypeError("Path needs a parameter.");'],
    ["symbols", "<p> · {value} – %</p>"],
    ["types", 'type Mode = "Live mode" | "Test mode";'],
  ])("ignores %s", (_, code) => {
    expect(textsOf(code)).toEqual([]);
  });

  it("are reported with their line", () => {
    const files = [
      { path: "app/a/page.tsx", text: "<p>Text</p>" },
      { path: "app/b/page.tsx", text: '<p>{t("text")}</p>' },
    ];
    expect(literalFaults(files)).toEqual(['app/a/page.tsx:1: "Text" is not in the catalog']);
  });
});

describe("messages", () => {
  const messages = messagesOf(
    "calls.ts",
    `export const calls = {
      title: "Calls",
      status: { done: "Completed", failed: "Failed" },
      hold: { place: "Place hold" },
    } as const;`,
  );
  const faultsOf = (code) => messageFaults(messages, [{ path: "a.tsx", text: code }]);

  it("are read with their keys", () => {
    expect(messages.map(({ key }) => key)).toEqual([
      "calls.title",
      "calls.status.done",
      "calls.status.failed",
      "calls.hold.place",
    ]);
  });

  it("have to be used, by a key, a part of a key, or a translator's type", () => {
    expect(faultsOf(`const t = useTranslations("calls"); t("title"); t(\`status.\${status}\`);`)).toEqual([
      "calls.hold.place is not used",
    ]);
    expect(
      faultsOf(
        'const f = (t: Translator<"calls.status">) => t(status); const t = useTranslations(); t("calls.title");',
      ),
    ).toEqual(["calls.hold.place is not used"]);
  });

  it("are stated once, in words that the screen uses", () => {
    const used = [
      { path: "a.ts", text: 'const t = useTranslations("calls"); t(key); useTranslations("common");' },
    ];
    const stated = [
      { key: "calls.a", text: "Place a hold" },
      { key: "calls.b", text: "Place a hold" },
      { key: "calls.c", text: "Nobody answers" },
      { key: "calls.d", text: "Enter your e-mail" },
    ];
    expect(messageFaults(stated, used)).toEqual([
      "calls.b: the same text as calls.a",
      expect.stringContaining('calls.c: "Nobody"'),
      'calls.d: "e-mail": email',
    ]);
  });
});
