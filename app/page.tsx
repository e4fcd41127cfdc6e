import { TopBar } from "@/components/top-bar";

const STEPS = [
  {
    title: "Make a key",
    text: "On the machine that runs this. It is shown once.",
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

export default function Page() {
  return (
    <div className="page">
      <TopBar />
      <main>
        <h1>Agents that talk, and a record that you can prove.</h1>
        <p className="lead">
          Parley answers and calls with voice and messaging agents. It runs on your own machines. Consent,
          masking, retention and erasure are properties of the system, not promises about it.
        </p>
        <p className="actions">
          <a className="button first" href="/docs">
            Read the API reference
          </a>
          <a className="button" href="/v1/openapi.json">
            OpenAPI document
          </a>
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
      </main>
    </div>
  );
}
