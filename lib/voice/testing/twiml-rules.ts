/** A TwiML element, with its attributes and content. */
export type Verb = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Verb[];
  text: string;
};

type Rule = {
  /** Elements that it may contain; `text` is its content. */
  contains: readonly string[];
  attributes: Readonly<Record<string, RegExp>>;
  /** Attributes that Twilio does not need, but without which the product would rely on a default that is a GET or a loop. */
  required?: readonly string[];
};

const HTTP = /^https?:\/\/[^\s<>"]+$/;
const SOCKET = /^wss?:\/\/[^\s<>"#?]+$/;
const METHOD = /^(?:GET|POST)$/;
const COUNT = /^[0-9]{1,6}$/;
const WORD = /^[a-z]+$/;
const LANGUAGE = /^(?:de-DE|en-GB|en-US|es-ES|fr-FR|it-IT)$/;

/**
 * The verbs, attributes and nesting that Twilio accepts, of those that the product uses; it reports others with error 12200 (schema validation), and does not
 * execute them. Names are case-sensitive. Sources, read on 2026-11-28:
 * - twilio.com/docs/voice/twiml (nesting), /dial, /number, /gather, /say, /pause, /redirect, /hangup, /reject, /connect, /stream
 * - `<Gather>` contains `<Say>`, `<Play>` and `<Pause>` only; `<Hangup>` has no attributes and nests nothing.
 * - `<Say>`: basic voices speak few languages (/say); their text has at most 4,096 characters (docs/api/errors/13521).
 * - `<Stream url>` takes no query (/stream).
 */
const RULES: Readonly<Record<string, Rule>> = {
  Response: {
    contains: [
      ...["Say", "Gather", "Dial", "Connect", "Start", "Stop", "Pause", "Redirect"],
      ...["Hangup", "Reject", "Message"],
    ],
    attributes: {},
  },
  Say: { contains: ["text"], attributes: { voice: /^(?:man|woman)$/, language: LANGUAGE, loop: COUNT } },
  Gather: {
    contains: ["Say", "Play", "Pause"],
    attributes: {
      input: /^(?:dtmf|speech|dtmf speech)$/,
      numDigits: COUNT,
      finishOnKey: /^[0-9#*]?$/,
      timeout: COUNT,
      action: HTTP,
      method: METHOD,
    },
    required: ["action"],
  },
  Pause: { contains: [], attributes: { length: COUNT } },
  Redirect: { contains: ["text"], attributes: { method: METHOD } },
  Hangup: { contains: [], attributes: {} },
  Reject: { contains: [], attributes: { reason: /^(?:busy|rejected)$/ } },
  Connect: { contains: ["Stream"], attributes: { action: HTTP, method: METHOD } },
  Start: { contains: ["Stream"], attributes: {} },
  Stop: { contains: ["Stream"], attributes: {} },
  Stream: {
    contains: [],
    attributes: { url: SOCKET, name: WORD, track: /^(?:inbound_track|outbound_track|both_tracks)$/ },
  },
  Dial: {
    contains: ["Number"],
    attributes: {
      answerOnBridge: /^(?:true|false)$/,
      timeout: /^(?:[5-9]|[1-9][0-9]|[1-5][0-9]{2}|600)$/,
      timeLimit: COUNT,
      action: HTTP,
      method: METHOD,
    },
  },
  Number: {
    contains: ["text"],
    attributes: {
      url: HTTP,
      method: METHOD,
      machineDetection: /^(?:Enable|DetectMessageEnd)$/,
      amdStatusCallback: HTTP,
      amdStatusCallbackMethod: METHOD,
    },
  },
  Message: { contains: ["text"], attributes: {} },
};

const MAX_SAY = 4_096;
const E164 = /^\+[1-9][0-9]{6,14}$/;
const TOKEN = /<(\/?)([A-Za-z]+)((?: [A-Za-z]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const ATTRIBUTE = / ([A-Za-z]+)="([^"<]*)"/g;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
};
const plain = (text: string): string => {
  const decoded = text.replace(/&[a-z]+;/g, (entity) => ENTITIES[entity] ?? refuse(`entity ${entity}`));
  return decoded;
};

function refuse(problem: string): never {
  throw new Error(`Twilio rejects the TwiML: ${problem}.`);
}

function checkAttributes({ name: element, attributes }: Verb, rule: Rule): void {
  for (const [name, value] of Object.entries(attributes)) {
    const form = rule.attributes[name] ?? refuse(`unknown attribute ${name} of <${element}>`);
    if (!form.test(value)) refuse(`attribute ${name} of <${element}>`);
  }
  for (const name of rule.required ?? []) if (!(name in attributes)) refuse(`<${element}> without ${name}`);
}

/** Rules of the text within an element. */
const TEXTS: Readonly<Record<string, (text: string) => boolean>> = {
  Say: (text) => text.trim() !== "" && text.length <= MAX_SAY,
  Number: (text) => E164.test(text),
  Redirect: (text) => HTTP.test(text),
};

function checkElement(verb: Verb): void {
  const rule = RULES[verb.name] ?? refuse(`unknown element <${verb.name}>`);
  checkAttributes(verb, rule);
  for (const { name } of verb.children)
    if (!rule.contains.includes(name)) refuse(`<${name}> within <${verb.name}>`);
  if (verb.text.trim() !== "" && !rule.contains.includes("text")) refuse(`text within <${verb.name}>`);
  if (TEXTS[verb.name]?.(verb.text) === false) refuse(`text of <${verb.name}>`);
}

/** Parses a response, and throws if Twilio would not execute all of it. `verbs`: those directly within `<Response>`. */
export function parseTwiml(xml: string): Verb[] {
  const source = xml.startsWith(DECLARATION) ? xml.slice(DECLARATION.length) : xml;
  const root: Verb = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source) ?? refuse("not well-formed");
    const [, closing, name = "", attributes = "", isEmpty, text] = match;
    const parent = open.at(-1) ?? refuse("not well-formed");
    if (text !== undefined) parent.text += plain(text);
    else if (closing === "/") {
      if (parent.name !== name) refuse("not well-formed");
      checkElement(parent);
      open.pop();
    } else {
      const entries = [...attributes.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]) => [
        key,
        plain(value),
      ]);
      const verb: Verb = { name, attributes: Object.fromEntries(entries), children: [], text: "" };
      parent.children.push(verb);
      if (isEmpty === "/") checkElement(verb);
      else open.push(verb);
    }
  }
  const [response] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || response?.name !== "Response")
    refuse("not one <Response>");
  return response?.children ?? [];
}

/** The first element of a name, at any depth. */
export function findVerb(verbs: readonly Verb[], name: string): Verb | undefined {
  for (const verb of verbs) {
    if (verb.name === name) return verb;
    const nested = findVerb(verb.children, name);
    if (nested !== undefined) return nested;
  }
  return undefined;
}
