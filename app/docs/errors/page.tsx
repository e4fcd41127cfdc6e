import type { Metadata } from "next";
import { TopBar } from "@/components/top-bar";
import { PROBLEM_GUIDE } from "@/lib/http/problem-guide";
import { type ErrorCode, PROBLEMS } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Errors" };

/** Text in which `code` is set as code. */
function Guide({ text }: { text: string }) {
  // The parts alternate: words, code, words, …
  const parts = text.split("`").map((part, place) => ({ place, part }));
  return parts.map(({ place, part }) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
}

export default function Page() {
  const codes = Object.keys(PROBLEMS) as ErrorCode[];
  return (
    <div className="page">
      <TopBar />
      <main>
        <h1>Errors</h1>
        <p className="lead">
          Every error is a problem document (RFC 9457) with the media type{" "}
          <code>application/problem+json</code>. Programs decide by <code>code</code>; <code>detail</code> is
          for people and may change.
        </p>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Status</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {codes.map((code) => (
                <tr key={code} id={code}>
                  <th scope="row">
                    <a href={`#${code}`}>
                      <code>{code}</code>
                    </a>
                  </th>
                  <td>{PROBLEMS[code].status}</td>
                  <td>
                    <strong>{PROBLEMS[code].title}.</strong> <Guide text={PROBLEM_GUIDE[code]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </main>
    </div>
  );
}
