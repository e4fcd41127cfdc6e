import type { Metadata } from "next";
import { TopBar } from "@/components/top-bar";
import { Reference } from "./_components/reference";

export const metadata: Metadata = { title: "API reference" };

const STEPS = [
  {
    title: "Make a key",
    text: "In Settings → Keys, or on the machine that runs this. It is shown once.",
    code: "npm run key",
  },
  {
    title: "Build an agent",
    text: "What it says, what it asks for, which answers are sensitive. Then deploy it.",
    code: "POST /v1/agents\nPOST /v1/agents/{id}/deploy",
  },
  {
    title: "Talk to it",
    text: "By text, from a program. The call comes back with its outcome, and what is sensitive comes back masked.",
    code: "POST /v1/calls\nPOST /v1/calls/{id}/messages\nGET  /v1/calls/{id}",
  },
] as const;

const DOCUMENT = "/v1/openapi.json";

export default function Page() {
  return (
    <div className="page">
      <TopBar />
      <main>
        <h1>API reference</h1>
        <p className="lead">
          Everything is JSON under <code>/v1</code>, with a key as a bearer token: <code>npm run key</code>{" "}
          makes one. What goes wrong is told by a code, and <a href="/docs/errors">each code is explained</a>.
          Programs read <a href={DOCUMENT}>the OpenAPI document</a>.
        </p>
        <ol className="steps">
          {STEPS.map(({ title, text, code }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
              <pre>
                <code>{code}</code>
              </pre>
            </li>
          ))}
        </ol>
        <h2>Operations</h2>
        <Reference url={DOCUMENT} />
      </main>
    </div>
  );
}
