import type { Metadata } from "next";
import { TopBar } from "@/components/top-bar";
import { Reference } from "./_components/reference";

export const metadata: Metadata = { title: "API reference" };

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
        <h2>Operations</h2>
        <Reference url={DOCUMENT} />
      </main>
    </div>
  );
}
