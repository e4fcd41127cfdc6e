import { Mark } from "./mark";
import { SchemeToggle } from "./scheme-toggle";

/** The line at the top of the pages that are open to everybody. */
export function TopBar() {
  return (
    <header className="bar">
      <a className="brand" href="/">
        <Mark size={24} /> Parley
      </a>
      <nav aria-label="Main">
        <a href="/docs">API reference</a>
      </nav>
      <nav aria-label="More">
        <a href="/docs/errors">Errors</a>
      </nav>
      <SchemeToggle />
    </header>
  );
}
