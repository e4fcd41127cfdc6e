import {
  componentName,
  type DocumentOperation,
  document,
  type Media,
  type Parameter,
  resolveParameter,
  resolveResponse,
  type Schema,
} from "./document";

/** One operation with its references resolved. `id` is also its anchor. */
export type Operation = Pick<DocumentOperation, "summary" | "description"> & {
  id: string;
  method: string;
  /** Within `/v1`: `/agents/{id}`. */
  path: string;
  isPublic: boolean;
  parameters: readonly Parameter[];
  body: (Media & { mediaType: string; isRequired: boolean; mediaTypes: readonly string[] }) | null;
  responses: readonly {
    status: string;
    description: string;
    content: readonly { mediaType: string; schema: Schema }[];
  }[];
  errors: readonly { status: string; codes: readonly string[] }[];
};

/** A group of operations, shown on one page. */
export type Resource = { slug: string; name: string; description: string; operations: readonly Operation[] };

/** The order of methods of one path. */
const METHODS = ["get", "post", "put", "patch", "delete"];

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, "-");

function bodyOf({ requestBody }: DocumentOperation): Operation["body"] {
  const types = Object.entries(requestBody?.content ?? {});
  const [first] = types;
  if (requestBody === undefined || first === undefined) return null;
  const [mediaType, media] = first;
  const mediaTypes = types.map(([type]) => type);
  return { ...media, mediaType, mediaTypes, isRequired: requestBody.required };
}

/** The codes of an error response: the enumeration of its `code`. */
function codesOf(content: Readonly<Record<string, Media>> = {}): string[] {
  const parts = Object.values(content).flatMap(({ schema }) => schema.allOf ?? []);
  return parts.flatMap(({ properties }) => (properties?.code?.enum ?? []).map(String));
}

function operationOf(method: string, path: string, operation: DocumentOperation): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    ...resolveResponse(response),
  }));
  return {
    id: operation.operationId,
    summary: operation.summary,
    description: operation.description,
    method: method.toUpperCase(),
    path,
    isPublic: operation.security?.length === 0,
    parameters: (operation.parameters ?? []).map(resolveParameter),
    body: bodyOf(operation),
    responses: responses
      .filter(({ status }) => status.startsWith("2"))
      .map(({ status, description, content = {} }) => ({
        status,
        description,
        content: Object.entries(content).map(([mediaType, { schema }]) => ({ mediaType, schema })),
      })),
    errors: responses
      .filter(({ status }) => !status.startsWith("2"))
      .map(({ status, content }) => ({ status, codes: codesOf(content) })),
  };
}

function operationsOf(tag: string): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation?.tags.includes(tag) ? [operationOf(method, path, operation)] : [];
    }),
  );
}

/** Every group of operations, in the order of the document. */
export const RESOURCES: readonly Resource[] = document.tags.map(({ name, description }) => ({
  slug: slugOf(name),
  name,
  description,
  operations: operationsOf(name),
}));

/** The names of the objects that the responses of operations contain, in order of appearance. */
export function objectsOf(operations: readonly Operation[]): string[] {
  const names = operations
    .flatMap(({ responses }) => responses.flatMap(({ content }) => content))
    .flatMap(({ schema }) => [schema, ...(schema.anyOf ?? [])])
    .flatMap(({ $ref }) => ($ref === undefined ? [] : [componentName($ref)]))
    .map((name) => itemOfPage(name) ?? name);
  return [...new Set(names)];
}

/** The name of the objects in a page of a list, `AgentPage` → `Agent`; undefined for other schemas. */
export function itemOfPage(name: string): string | undefined {
  const { properties = {} } = document.components.schemas[name] ?? {};
  const ref = "next_cursor" in properties ? properties.data?.items?.$ref : undefined;
  return ref === undefined ? undefined : componentName(ref);
}
