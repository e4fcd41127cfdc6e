/** Builds the XML of SIPp scenarios. https://sipp.readthedocs.io/en/latest/scenarios/keywords.html */

export const SDP = [
  "v=0",
  "o=sipp 1 1 IN IP4 127.0.0.1",
  "s=-",
  "c=IN IP4 127.0.0.1",
  "t=0 0",
  "m=audio 40000 RTP/AVP 0",
  "a=rtpmap:0 PCMU/8000",
].join("\n");

const CONTACT = "Contact: <sip:sipp@[local_ip]:[local_port];transport=[transport]>";

function addBody(lines: readonly string[], body: string, type = "application/sdp"): string {
  const head = body === "" ? ["Content-Length: 0"] : [`Content-Type: ${type}`, "Content-Length: [len]"];
  return `<![CDATA[\n${[...lines, ...head].join("\n")}\n\n${body}\n]]>`;
}

/** A scenario of steps. */
export function scenario(...steps: readonly string[]): string {
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<scenario name="parley">\n${steps.join("\n")}\n</scenario>\n`;
}

/** Waits for a request. `actions`: assignments of the scenario. */
export function receive(method: string, actions = "", timeoutMs = 30_000): string {
  const content = actions === "" ? "" : `<action>${actions}</action>`;
  return `<recv request="${method}" crlf="true" timeout="${timeoutMs}">${content}</recv>`;
}

/** Waits for a response. */
export function expect(status: number, attributes = "", actions = ""): string {
  const content = actions === "" ? "" : `<action>${actions}</action>`;
  return `<recv response="${status}" rtd="true" timeout="40000" ${attributes}>${content}</recv>`;
}

/** Waits for a response that may be missing. */
export function allow(status: number): string {
  return `<recv response="${status}" optional="true"></recv>`;
}

export function pause(ms: number): string {
  return `<pause milliseconds="${ms}"/>`;
}

/** Keeps the headers that the callee needs for its requests of the dialog. */
export const KEEP_DIALOG = [
  '<ereg regexp=".*" search_in="hdr" header="From:" assign_to="remote"/>',
  '<ereg regexp=".*" search_in="hdr" header="To:" assign_to="local"/>',
  '<ereg regexp="sip:[^&gt;]*" search_in="hdr" header="Contact:" assign_to="contact"/>',
].join("");

/** Answers the last request. */
export function respond(
  status: string,
  { headers = [], body = "", tag = "sipp" }: { headers?: string[]; body?: string; tag?: string } = {},
): string {
  const to = status.startsWith("100") ? "[last_To:]" : `[last_To:];tag=[call_number]${tag}`;
  const lines = [`SIP/2.0 ${status}`, "[last_Via:]", "[last_From:]", to, "[last_Call-ID:]", "[last_CSeq:]"];
  return `<send>${addBody([...lines, CONTACT, ...headers], body)}</send>`;
}

/** Answers the last request of a dialog, whose To has a tag. */
export function respondInDialog(status: string, { headers = [] as string[], body = "" } = {}): string {
  const lines = [
    ...[`SIP/2.0 ${status}`, "[last_Via:]", "[last_From:]", "[last_To:]"],
    ...["[last_Call-ID:]", "[last_CSeq:]", CONTACT],
  ];
  return `<send>${addBody([...lines, ...headers], body)}</send>`;
}

/** A request of the callee in its dialog, after `KEEP_DIALOG`. */
export function sendAsCallee(
  method: string,
  cseq: number,
  { headers = [] as string[], body = "", type = "application/sdp" } = {},
): string {
  const lines = [
    `${method} [$contact] SIP/2.0`,
    "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
    ...["From:[$local];tag=[call_number]sipp", "To:[$remote]", "[last_Call-ID:]"],
    `CSeq: ${cseq} ${method}`,
    ...["Max-Forwards: 70", CONTACT],
  ];
  return `<send retrans="0">${addBody([...lines, ...headers], body, type)}</send>`;
}

/** A request of the caller. `isInDialog`: after the answer, whose To is returned. */
export function sendAsCaller(
  method: string,
  cseq: number,
  {
    headers = [] as string[],
    body = "",
    type = "application/sdp",
    isInDialog = false,
    number = "+12125550100",
  } = {},
): string {
  const to = isInDialog ? "[last_To:]" : `To: <sip:${number}@[remote_ip]:[remote_port]>`;
  const target = isInDialog ? "[next_url]" : `sip:${number}@[remote_ip]:[remote_port]`;
  const branch = method === "CANCEL" || method === "ACK-ERROR" ? "[branch-2]" : "[branch]";
  const lines = [
    `${method} ${target} SIP/2.0`,
    `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}`,
    "From: sipp <sip:sipp@[local_ip]:[local_port]>;tag=[call_number]",
    ...[to, "Call-ID: [call_id]", `CSeq: ${cseq} ${method}`, "Max-Forwards: 70", CONTACT],
  ];
  return `<send>${addBody([...lines, ...headers], body, type)}</send>`;
}

/** The ACK or CANCEL of an INVITE that was not answered with 2xx: its Via has the branch of the INVITE. */
export function sendForInvite(method: "ACK" | "CANCEL", branch: string, number = "+12125550100"): string {
  const lines = [
    `${method} sip:${number}@[remote_ip]:[remote_port] SIP/2.0`,
    `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}`,
    "From: sipp <sip:sipp@[local_ip]:[local_port]>;tag=[call_number]",
    method === "ACK" ? "[last_To:]" : `To: <sip:${number}@[remote_ip]:[remote_port]>`,
    ...["Call-ID: [call_id]", `CSeq: 1 ${method}`, "Max-Forwards: 70"],
  ];
  return `<send>${addBody(lines, "")}</send>`;
}

/** Keeps the headers of the INVITE, whose final response follows the answer to the CANCEL. */
export const KEEP_INVITE = [
  ["via", "Via:"],
  ["from", "From:"],
  ["to", "To:"],
  ["cseq", "CSeq:"],
]
  .map(([name, header]) => `<ereg regexp=".*" search_in="hdr" header="${header}" assign_to="${name}"/>`)
  .join("");

/** The final response of the INVITE after the CANCEL was answered. */
export function respondToInvite(status: string, body: readonly string[] = []): string {
  const lines = [
    ...[`SIP/2.0 ${status}`, "Via:[$via]", "From:[$from]", "To:[$to];tag=[call_number]sipp"],
    ...["[last_Call-ID:]", "CSeq:[$cseq]", "Contact: <sip:sipp@[local_ip]:[local_port];transport=tcp>"],
  ];
  const content = body.length > 0 ? ["Content-Type: application/sdp", "Content-Length: [len]"] : [];
  return `<send><![CDATA[\n${[...lines, ...(content.length > 0 ? content : ["Content-Length: 0"])].join("\n")}\n\n${body.join("\n")}\n]]></send>`;
}
