import { exampleOf } from "../example-value";
import type { Operation } from "../resources";

/** The environment variable that holds the key in samples. */
export const KEY_VARIABLE = "PARLEY_API_KEY";

/** The request of a sample, before it is written in a language. */
export type SampleRequest = {
  method: string;
  url: string;
  needsKey: boolean;
  body: { kind: "json"; value: unknown } | { kind: "file"; name: string; mediaType: string } | null;
  /** The content of the response: JSON, a file, events, or nothing. */
  response: "json" | "file" | "events" | "empty";
};

/** Parameters with a value in the sample: those of the path, and required ones of the query. */
function urlOf({ path, parameters }: Operation, baseUrl: string): string {
  const value = (name: string) =>
    encodeURIComponent(
      String(exampleOf(parameters.find((parameter) => parameter.name === name)?.schema ?? {})),
    );
  const query = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const search = query.map(({ name }) => `${name}=${value(name)}`).join("&");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
  return `${baseUrl}/v1${filled}${search === "" ? "" : `?${search}`}`;
}

function bodyOf({ body }: Operation): SampleRequest["body"] {
  if (body === null) return null;
  if (body.mediaType !== "application/json") {
    const { mediaType } = body;
    return { kind: "file", name: `contacts.${mediaType.split("/")[1]}`, mediaType };
  }
  const value = body.example ?? exampleOf(body.schema);
  return !body.isRequired && Object.keys(value as object).length === 0 ? null : { kind: "json", value };
}

function responseOf({ responses }: Operation): SampleRequest["response"] {
  const [first] = responses;
  const types = first?.content.map(({ mediaType }) => mediaType) ?? [];
  if (types.length === 0) return "empty";
  if (types.includes("application/json")) return "json";
  return types.includes("text/event-stream") ? "events" : "file";
}

/** The sample request of an operation to the installation at `baseUrl`, an origin. */
export const sampleRequest = (operation: Operation, baseUrl: string): SampleRequest => ({
  method: operation.method,
  url: urlOf(operation, baseUrl),
  needsKey: !operation.isPublic,
  body: bodyOf(operation),
  response: responseOf(operation),
});
