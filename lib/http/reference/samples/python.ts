import { KEY_VARIABLE, type SampleRequest } from "./request";

const INDENT = "    ";
/** A longer list or dictionary takes a line for each entry. */
const MAX_LINE_CHARS = 60;
const CONSTANTS = new Map<unknown, string>([
  [null, "None"],
  [true, "True"],
  [false, "False"],
]);

/** A JSON value as a Python literal. */
function literal(value: unknown, indent: string): string {
  const constant = CONSTANTS.get(value);
  if (constant !== undefined) return constant;
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const inner = `${indent}${INDENT}`;
  const entries = Object.entries(value ?? {}).map(([key, item]) =>
    isList ? literal(item, inner) : `${JSON.stringify(key)}: ${literal(item, inner)}`,
  );
  const line = `${open}${entries.join(", ")}${close}`;
  if (line.length <= MAX_LINE_CHARS && !line.includes("\n")) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${indent}${close}`;
}

const headersOf = ({ needsKey, body, response }: SampleRequest): string[] => [
  ...(needsKey ? [`"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`] : []),
  ...(body === null
    ? []
    : [`"Content-Type": "${body.kind === "json" ? "application/json" : body.mediaType}",`]),
  ...(response === "events" ? [`"Accept": "text/event-stream",`] : []),
];

function argumentsOf(request: SampleRequest): string[] {
  const { method, url, body } = request;
  const headers = headersOf(request);
  return [
    `"${url}",`,
    ...(method === "GET" ? [] : [`method="${method}",`]),
    ...(headers.length === 0 ? [] : ["headers={", ...headers.map((header) => `${INDENT}${header}`), "},"]),
    ...(body?.kind === "json" ? [`data=json.dumps(${literal(body.value, INDENT)}).encode(),`] : []),
    ...(body?.kind === "file" ? [`data=open("${body.name}", "rb").read(),`] : []),
  ];
}

const RESULT: Record<SampleRequest["response"], string> = {
  json: "print(json.load(response))",
  file: `open("file", "wb").write(response.read())`,
  events: `for line in response:\n${INDENT}${INDENT}print(line.decode(), end="")`,
  empty: "print(response.status)",
};

/** A request with urllib, which Python includes. It raises an error for a status other than 2xx. */
export function pythonSample(request: SampleRequest): string {
  const usesJson = request.body?.kind === "json" || request.response === "json";
  const imports = [...(usesJson ? ["json"] : []), ...(request.needsKey ? ["os"] : []), "urllib.request"];
  const argumentLines = argumentsOf(request).map((argument) => `${INDENT}${argument}\n`);
  return `${imports.map((name) => `import ${name}\n`).join("")}
request = urllib.request.Request(
${argumentLines.join("")})
with urllib.request.urlopen(request, timeout=60) as response:
${INDENT}${RESULT[request.response]}
`;
}
