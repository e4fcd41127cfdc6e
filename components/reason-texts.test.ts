import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError, bodyProblem, notFound } from "@/lib/platform/errors";
import { USE_BASE64 } from "@/lib/platform/reasons/field-sentences";
import { createReasonTranslator } from "@/messages/reason-translator";
import { english } from "@/messages/testing/english";
import { reasons } from "@/messages/testing/second-language";

const loadTexts = vi.fn(async () => reasons);
vi.mock("@/messages/reason-texts", () => ({ REASON_TEXTS: { en: null, de: () => loadTexts() } }));

const t = english("errors");
const tooManyComments = () => new AppError("too_many_comments", { params: { max: 1_000 } });

/** The modules of a page in a language, as the browser has them when it opens the page. */
async function openPage(lang: string) {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang } });
  const [texts, problems] = await Promise.all([import("./reason-texts"), import("./problem-text")]);
  return { ...texts, ...problems };
}

beforeEach(() => loadTexts.mockClear());
afterEach(() => vi.unstubAllGlobals());

describe("a page in a second language", () => {
  it("translates an error with parameters, in its plurals and numbers", async () => {
    const page = await openPage("de");
    await page.loadReasonTexts();
    expect(page.problemText(t, tooManyComments())).toBe(
      "Ein Anruf hat höchstens 1.000 Kommentare. Löschen Sie zuerst einen.",
    );
    expect(page.detailText(t, bodyProblem("/prompt", "prompt_missing"))).toBe("Schreiben Sie einen Prompt.");
  });

  it("shows the server's sentence for a reason that the language leaves in English, or that it does not have", async () => {
    const page = await openPage("de");
    await page.loadReasonTexts();
    const archived = new AppError("agent_archived");
    expect(page.problemText(t, archived)).toBe(archived.message);
    const ofNewerServer = {
      code: "conflict",
      reason: "reason_of_a_newer_server",
      message: "Do this.",
    } as const;
    expect(page.problemText(t, ofNewerServer)).toBe("Do this.");
  });

  it("translates a sentence of a schema that the browser itself has checked", async () => {
    const page = await openPage("de");
    await page.loadReasonTexts();
    const detail = { in: "body", pointer: "/a", code: "invalid_format", message: USE_BASE64 } as const;
    expect(page.detailText(t, detail)).toBe("Verwenden Sie Base64.");
  });

  it("loads the texts with the first error, once", async () => {
    const page = await openPage("de");
    expect(loadTexts).not.toHaveBeenCalled();
    expect(page.problemText(t, tooManyComments())).toBe(tooManyComments().message);
    await page.loadReasonTexts();
    await page.loadReasonTexts();
    expect(page.problemText(t, tooManyComments())).toContain("Kommentare");
    expect(loadTexts).toHaveBeenCalledTimes(1);
  });

  it("shows the server's sentence if the texts cannot be loaded, and tries again with the next error", async () => {
    const page = await openPage("de");
    loadTexts.mockRejectedValueOnce(new TypeError("no connection"));
    await page.loadReasonTexts();
    expect(page.problemText(t, tooManyComments())).toBe(tooManyComments().message);
    await page.loadReasonTexts();
    expect(page.problemText(t, tooManyComments())).toContain("Kommentare");
  });

  it("keeps the catalog's text of a standard message", async () => {
    const page = await openPage("de");
    await page.loadReasonTexts();
    expect(page.problemText(t, notFound())).toBe("This item does not exist here.");
  });
});

describe("a page in English", () => {
  it("shows the server's sentence and loads nothing", async () => {
    const page = await openPage("en");
    await page.loadReasonTexts();
    expect(page.problemText(t, tooManyComments())).toBe(
      "A call has at most 1000 comments. Delete one first.",
    );
    expect(loadTexts).not.toHaveBeenCalled();
  });
});

it("a choice of words follows a parameter", () => {
  const translate = createReasonTranslator("de", reasons);
  const params = { status: "running", fields: "name" };
  expect(translate(new AppError("campaign_fields_fixed", { params }))).toBe(
    "Die Kampagne ist aktiv. Änderbar: name.",
  );
});
