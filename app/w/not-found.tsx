import type { Metadata } from "next";
import { TopBar } from "@/components/top-bar";

export const metadata: Metadata = { title: "Page not found" };

/** For an address of a workspace that the session does not open. It does not reveal whether the workspace exists. */
export default function NotFound() {
  return (
    <div className="page">
      <TopBar />
      <main>
        <h1>Page not found</h1>
        <p className="lead">
          This workspace does not exist, or your sign-in does not open it. Ask an owner of the workspace to
          invite you. If the workspace requires single sign-on, sign out and sign in with it.
        </p>
        <p className="actions">
          <a className="button first" href="/">
            Back to dashboard
          </a>
        </p>
      </main>
    </div>
  );
}
