import { KEY_VARIABLE, type SampleRequest } from "./request";

/** Text within single quotes of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function bodyOptions({ body }: SampleRequest): string[] {
  if (body === null) return [];
  if (body.kind === "file")
    return [`--header "Content-Type: ${body.mediaType}"`, `--data-binary @${body.name}`];
  return [
    `--header "Content-Type: application/json"`,
    `--data ${quoted(JSON.stringify(body.value, null, 2))}`,
  ];
}

function outputOptions({ response }: SampleRequest): string[] {
  if (response === "file") return ["--output file"];
  return response === "events" ? ["--no-buffer", `--header "Accept: text/event-stream"`] : [];
}

/** A request as a curl command. Source of the options: curl(1). */
export function curlSample(request: SampleRequest): string {
  const method = request.method === "GET" ? "" : `--request ${request.method} `;
  const parts = [
    `curl ${method}"${request.url}"`,
    ...(request.needsKey ? [`--header "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...bodyOptions(request),
    ...outputOptions(request),
  ];
  return `${parts.join(" \\\n  ")}\n`;
}
