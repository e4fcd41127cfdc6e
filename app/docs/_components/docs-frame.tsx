import Link from "next/link";
import type { ReactNode } from "react";
import { Mark } from "@/components/mark";
import { SchemeToggle } from "@/components/scheme-toggle";
import { RESOURCES } from "@/lib/http/reference/resources";
import classes from "./docs.module.css";
import { DocsMenu } from "./docs-menu";
import { DocsSearch } from "./docs-search";
import { Method } from "./method";

const GUIDES = [
  { slug: "", name: "Introduction" },
  { slug: "errors", name: "Errors" },
  { slug: "events", name: "Webhook events" },
] as const;

const addressOf = (slug: string): string => (slug === "" ? "/docs" : `/docs/${slug}`);

function PageLink({ slug, name, current }: { slug: string; name: string; current: string }) {
  return (
    <Link
      href={addressOf(slug)}
      prefetch={false}
      className={classes.place}
      {...(slug === current && { "aria-current": "page" as const })}
    >
      {name}
    </Link>
  );
}

function Navigation({ current }: { current: string }) {
  return (
    <>
      <p className={classes.group}>Guides</p>
      <ul>
        {GUIDES.map(({ slug, name }) => (
          <li key={slug}>
            <PageLink slug={slug} name={name} current={current} />
          </li>
        ))}
      </ul>
      <p className={classes.group}>Resources</p>
      <ul>
        {RESOURCES.map(({ slug, name, operations }) => (
          <li key={slug}>
            <PageLink slug={slug} name={name} current={current} />
            {slug === current && (
              <ul className={classes.operations}>
                {operations.map(({ id, method, summary }) => (
                  <li key={id}>
                    <a href={`#${id}`} className={classes.operation}>
                      <Method method={method} /> {summary}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The frame of each page of the reference. `current` is the slug of the page. */
export function DocsFrame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <Link href="/docs" prefetch={false} className={classes.brand}>
          <Mark size={24} /> <span>Parley API</span>
        </Link>
        <DocsSearch />
        <a href="/" className={classes.link}>
          Dashboard
        </a>
        <SchemeToggle />
      </header>
      <div className={classes.columns}>
        <DocsMenu key={current}>
          <Navigation current={current} />
        </DocsMenu>
        <main id="content" className={classes.main}>
          {children}
        </main>
      </div>
    </div>
  );
}
