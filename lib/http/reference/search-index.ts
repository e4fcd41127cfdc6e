import { PROBLEMS } from "@/lib/platform/errors";
import { document } from "./document";
import { EVENTS } from "./events";
import { type Field, fieldsOf, parameterField } from "./fields";
import { type Operation, objectsOf, RESOURCES } from "./resources";

/** A result of the search. `detail` tells entries with the same title apart. */
export type SearchEntry = {
  kind: "operation" | "field" | "event" | "error";
  title: string;
  detail: string;
  href: string;
};

const operationEntry = (slug: string, { id, method, path, summary }: Operation): SearchEntry => ({
  kind: "operation",
  title: summary,
  detail: `${method} /v1${path}`,
  href: `/docs/${slug}#${id}`,
});

/** The names of a field and of the fields in it: `recording`, `recording.state`. */
const namesOf = ({ name, fields }: Field, prefix = ""): string[] => [
  `${prefix}${name}`,
  ...fields.flatMap((field) => namesOf(field, `${prefix}${name}.`)),
];

const fieldEntries = (fields: readonly Field[], detail: string, href: string): SearchEntry[] =>
  fields.flatMap((field) => namesOf(field)).map((title) => ({ kind: "field", title, detail, href }));

function operationFields(slug: string, operation: Operation): SearchEntry[] {
  const { id, summary, parameters, body } = operation;
  const fields = [...parameters.map(parameterField), ...(body === null ? [] : fieldsOf(body.schema))];
  return fieldEntries(fields, summary, `/docs/${slug}#${id}`);
}

const objectFields = (slug: string, name: string): SearchEntry[] =>
  fieldEntries(
    fieldsOf(document.components.schemas[name] ?? {}),
    `${name} object`,
    `/docs/${slug}#${name}-object`,
  );

/** Every operation, field, event and error of the reference, the most specific kind first. */
export function searchIndex(): SearchEntry[] {
  const operations = RESOURCES.flatMap(({ slug, operations }) =>
    operations.map((operation) => operationEntry(slug, operation)),
  );
  const events = EVENTS.map(
    ({ type, description }): SearchEntry => ({
      kind: "event",
      title: type,
      detail: description,
      href: `/docs/events#${type}`,
    }),
  );
  const errors = Object.entries(PROBLEMS).map(
    ([code, { status, title }]): SearchEntry => ({
      kind: "error",
      title: code,
      detail: `${status} ${title}`,
      href: `/docs/errors#${code}`,
    }),
  );
  const fields = RESOURCES.flatMap(({ slug, operations }) => [
    ...objectsOf(operations).flatMap((name) => objectFields(slug, name)),
    ...operations.flatMap((operation) => operationFields(slug, operation)),
  ]);
  return [...operations, ...events, ...errors, ...fields];
}
