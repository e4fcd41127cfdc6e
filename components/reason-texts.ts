import { type LoadReasonTexts, REASON_TEXTS } from "@/messages/reason-texts";
import type { ReasonedProblem, TranslateReason } from "@/messages/reason-translator";

/** An error is shown in English if its language's texts are not there by then. */
const MAX_WAIT_MS = 3_000;

let translate: TranslateReason | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

const LOADERS: Readonly<Record<string, LoadReasonTexts | null>> = REASON_TEXTS;

/** Loads a language's texts and the code that formats them. A failure is not kept, so that the next error tries again. */
async function load(locale: string, loadTexts: LoadReasonTexts): Promise<void> {
  try {
    const [texts, { createReasonTranslator }] = await Promise.all([
      loadTexts(),
      import("@/messages/reason-translator"),
    ]);
    translate = createReasonTranslator(locale, texts);
    for (const notify of listeners) notify();
  } catch {
    loading = null;
  }
}

/**
 * Loads the texts of the reasons in the language of the page, once. English needs none. Never rejects, and resolves after 3
 * seconds at the latest.
 */
export async function loadReasonTexts(): Promise<void> {
  if (typeof document === "undefined" || translate !== null) return;
  const locale = document.documentElement.lang;
  const loadTexts = LOADERS[locale] ?? null;
  if (loadTexts === null) return;
  loading ??= load(locale, loadTexts);
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

/** The sentence of a problem in the language of the page; null for the server's. The first one loads the language's texts. */
export function translateReason(problem: ReasonedProblem): string | null {
  void loadReasonTexts();
  return translate?.(problem) ?? null;
}

/** Calls back once the texts are there. Returns a function that ends this. */
export function subscribeToReasonTexts(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The loaded translator; null in English and until it is there. */
export const currentReasonTranslator = (): TranslateReason | null => translate;
