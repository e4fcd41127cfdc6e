"use client";

import { type UseFormInput, useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { z } from "zod";
import { loadReasonTexts } from "./reason-texts";
import { complain } from "./use-action";

type Problems = Record<string, string | null>;

type Check = Pick<typeof import("./body-check"), "findProblems" | "fieldText"> & { schema: z.ZodType };

/**
 * Loads a schema, the code that words its problems, and the texts of the page's language, so that the first check has them.
 * A page does not need them before its form is edited.
 */
async function loadCheck(loadSchema: () => Promise<z.ZodType>): Promise<Check> {
  const [schema, { findProblems, fieldText }] = await Promise.all([
    loadSchema(),
    import("./body-check"),
    loadReasonTexts(),
  ]);
  return { schema, findProblems, fieldText };
}

type Options<S extends z.ZodType, Values extends object> = Pick<
  UseFormInput<Values>,
  "initialValues" | "onValuesChange"
> & {
  /** Imports the schema of the route's body. */
  loadSchema: () => Promise<S>;
  /** The body that the form sends. Its fields have the names of the form's, so that messages find their inputs. */
  bodyOf: (values: Values) => unknown;
  /** Problems that the form words better, or that the body does not show, such as an empty number. */
  problemsOf?: (values: Values) => Problems;
  /** The form's name of a field of the body, where it differs. */
  fieldOf?: (path: string, values: Values) => string;
};

/**
 * A form that is validated by the schema of the route that it is sent to. The schema loads when the form is first changed.
 * If it cannot be loaded, the server alone validates the form. `onSend` calls back with a valid body. A problem without a
 * visible field is shown as a notification.
 */
export function useBodyForm<S extends z.ZodType, Values extends object>({
  loadSchema,
  bodyOf,
  problemsOf = () => ({}),
  fieldOf = (path) => path,
  onValuesChange,
  ...options
}: Options<S, Values>) {
  const t = useTranslations("errors");
  const check = useRef<Check | null>(null);
  const load = async () => {
    check.current ??= await loadCheck(loadSchema).catch(() => null);
  };
  const find = (values: Values) => check.current?.findProblems(check.current.schema, bodyOf(values)) ?? null;
  const problems = (values: Values): Problems => {
    const fields = find(values)?.fields(
      (detail, path) =>
        check.current?.fieldText(t, detail, form.getInputNode(fieldOf(path, values))) ?? detail.message,
    );
    const wordedProblems = Object.entries(problemsOf(values)).filter(([, message]) => message !== null);
    return Object.fromEntries([
      ...Object.entries(fields ?? {}).map(([path, message]) => [fieldOf(path, values), message]),
      ...wordedProblems,
    ]);
  };
  const form = useForm<Values>({
    ...options,
    onValuesChange: (values, previous) => {
      void load();
      onValuesChange?.(values, previous);
    },
    validate: (values) => (check.current === null ? load().then(() => problems(values)) : problems(values)),
  });
  /** The form as `useAction` uses it, for the server's messages. */
  const messages = {
    setErrors: (errors: Record<string, string>) =>
      form.setErrors(
        Object.fromEntries(
          Object.entries(errors).map(([path, message]) => [fieldOf(path, form.getValues()), message]),
        ),
      ),
    getInputNode: (path: string) => form.getInputNode(fieldOf(path, form.getValues())),
  };
  const onSend = (send: (body: z.input<S>, values: Values) => Promise<void>) =>
    form.onSubmit(
      (values) => send(bodyOf(values) as z.input<S>, values),
      (errors, values) => {
        const nodes = Object.keys(errors).map((path) => form.getInputNode(path));
        nodes.find((node) => node !== null)?.focus();
        const error = find(values);
        if (error !== null && nodes.includes(null)) complain(t, error);
      },
    );
  return { ...form, messages, onSend };
}
