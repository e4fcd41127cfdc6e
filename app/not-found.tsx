import type { Metadata } from "next";
import { TopBar } from "@/components/top-bar";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="page">
      <TopBar />
      <main>
        <h1>There is no such page.</h1>
        <p className="lead">The address may be mistyped, or the page has gone.</p>
        <p className="actions">
          <a className="button first" href="/">
            Go to the start
          </a>
        </p>
      </main>
    </div>
  );
}
