import { KEY_VARIABLE, type SampleRequest } from "./request";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** A longer list or object takes a line for each entry. */
const MAX_LINE_CHARS = 60;

/** A JSON value as a TypeScript literal. */
function literal(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(([key, item]) => {
    const name = IDENTIFIER.test(key) ? key : JSON.stringify(key);
    return isList ? literal(item, inner) : `${name}: ${literal(item, inner)}`;
  });
  if (entries.length === 0) return `${open}${close}`;
  const line = isList ? `[${entries.join(", ")}]` : `{ ${entries.join(", ")} }`;
  if (line.length <= MAX_LINE_CHARS && !line.includes("\n")) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${indent}${close}`;
}

const headersOf = ({ needsKey, body, response }: SampleRequest): string[] => [
  ...(needsKey ? [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : []),
  ...(body === null
    ? []
    : [`"Content-Type": "${body.kind === "json" ? "application/json" : body.mediaType}"`]),
  ...(response === "events" ? [`Accept: "text/event-stream"`] : []),
];

function optionsOf(request: SampleRequest): string[] {
  const { method, body } = request;
  const headers = headersOf(request);
  return [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length === 0 ? [] : ["headers: {", ...headers.map((header) => `  ${header},`), "},"]),
    ...(body?.kind === "json" ? [`body: JSON.stringify(${literal(body.value, "  ")}),`] : []),
    ...(body?.kind === "file" ? [`body: await readFile("${body.name}"),`] : []),
  ];
}

const RESULT: Record<SampleRequest["response"], string> = {
  json: "console.log(await response.json());\n",
  file: `await writeFile("file", Buffer.from(await response.arrayBuffer()));\n`,
  events: `for await (const chunk of response.body ?? []) process.stdout.write(chunk);\n`,
  empty: "",
};

/** A request with fetch, as a TypeScript module for Node.js. */
export function typescriptSample(request: SampleRequest): string {
  const files = [
    ...(request.body?.kind === "file" ? ["readFile"] : []),
    ...(request.response === "file" ? ["writeFile"] : []),
  ];
  const imports = files.length === 0 ? "" : `import { ${files.join(", ")} } from "node:fs/promises";\n\n`;
  const options = optionsOf(request);
  const argument = options.length === 0 ? "" : `, {\n${options.map((option) => `  ${option}\n`).join("")}}`;
  return `${imports}const response = await fetch("${request.url}"${argument});
if (!response.ok) throw new Error(await response.text());
${RESULT[request.response]}`;
}
