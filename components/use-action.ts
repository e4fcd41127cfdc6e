"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import type { Translator } from "@/messages/translator";
import { ApiError } from "./api-error";
import { notify } from "./notify";
import { fullProblemText } from "./problem-text";

/** The part of a @mantine/form form that a failed action uses. */
type Form = {
  setErrors(errors: Record<string, string>): void;
  getInputNode(path: string): HTMLElement | null;
};
type Outcome<T> = { ok: true; data: T } | { ok: false; error: ApiError };
export type ActionMessages = {
  /** Message on success; none by default. */
  done?: string;
  /** Where the server's messages go, field by field. */
  form?: Form;
  /** Errors that the caller handles itself, so that no message is shown. */
  isHandled?: (error: ApiError) => boolean;
  /** False where the page shows nothing that has changed. */
  refresh?: boolean;
};

/** For what has to be read: several sentences. */
const LONG_MS = 10_000;

/** Says that something has worked. */
export const say = (message: string): void => notify({ message, color: "teal" });

/** Says that something was taken in, and yet is not done. */
export const warn = (message: string): void => notify({ message, color: "orange", autoClose: LONG_MS });

/** Shows an error as a notification, with the request ID if the service failed. */
export function complain(t: Translator<"errors">, error: ApiError): void {
  const text = fullProblemText(t, error);
  const hasId = error.status >= 500 && error.requestId !== null;
  const message = hasId ? t("withId", { message: text, id: error.requestId ?? "" }) : text;
  notify({ message, color: "red", role: "alert", autoClose: LONG_MS });
}

/** Shows the server's messages at their fields, and leads to the first one; answers whether all of them had one. */
async function showIn(t: Translator<"errors">, form: Form, error: ApiError): Promise<boolean> {
  // Offline there are none, and the module could not be loaded. No page loads it before a field is refused.
  if (error.details.length === 0) return false;
  const { fieldText } = await import("./field-text");
  const fields = error.fields((detail, path) => fieldText(t, detail, form.getInputNode(path)));
  form.setErrors(fields);
  const nodes = Object.keys(fields).map((path) => form.getInputNode(path));
  nodes.find((node) => node !== null)?.focus();
  return nodes.length > 0 && nodes.every((node) => node !== null);
}

/**
 * Runs an action: sets `busy`, shows a notification of the result, sets field errors, and refreshes the page's data. Errors
 * other than `ApiError` are rethrown.
 */
export function useAction() {
  const router = useRouter();
  const t = useTranslations("errors");
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = useCallback(
    async <T>(
      work: () => Promise<T>,
      { done, form, isHandled = () => false, refresh = true }: ActionMessages = {},
    ): Promise<Outcome<T>> => {
      if (running.current) return { ok: false, error: new ApiError("This is still running.", {}) };
      running.current = true;
      setBusy(true);
      try {
        const data = await work();
        if (done !== undefined) say(done);
        if (refresh) router.refresh();
        return { ok: true, data };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status !== 401 && !isHandled(error) && !(form && (await showIn(t, form, error))))
          complain(t, error);
        return { ok: false, error };
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [router, t],
  );
  return { busy, run };
}
