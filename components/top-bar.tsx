import { Mark } from "./mark";
import { SchemeToggle } from "./scheme-toggle";

/** Top bar of public pages. */
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
