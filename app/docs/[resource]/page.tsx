import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type Operation, objectsOf, RESOURCES, type Resource } from "@/lib/http/reference/resources";
import { samplesOf } from "@/lib/http/reference/samples";
import classes from "../_components/docs.module.css";
import { DocsFrame } from "../_components/docs-frame";
import { ObjectSection } from "../_components/object-section";
import { OperationSection } from "../_components/operation-section";
import { Inline } from "../_components/prose";
import { readReader } from "../_components/reader";
import { ReaderNote } from "../_components/reader-note";

type Props = { params: Promise<{ resource: string }> };

async function requireResource({ params }: Props): Promise<Resource> {
  const { resource: slug } = await params;
  return RESOURCES.find((resource) => resource.slug === slug) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name } = await requireResource(props);
  return { title: `${name} · API reference` };
}

export default async function Page(props: Props) {
  const { slug, name, description, operations } = await requireResource(props);
  const { baseUrl, workspace, ids } = await readReader();
  // A copied deletion must not delete the reader's own agent.
  const samples = (operation: Operation) =>
    samplesOf(operation, baseUrl, operation.method === "DELETE" ? {} : ids);
  return (
    <DocsFrame current={slug}>
      <h1>{name}</h1>
      <p className={classes.lead}>
        <Inline text={description} />
      </p>
      <ReaderNote workspace={workspace} />
      {operations.map((operation) => (
        <OperationSection key={operation.id} operation={operation} samples={samples(operation)} />
      ))}
      {objectsOf(operations).map((object) => (
        <ObjectSection key={object} name={object} />
      ))}
    </DocsFrame>
  );
}
