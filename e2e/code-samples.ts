// Prints the code samples of every operation of the API reference as JSON, for the address in the first argument.
import { RESOURCES } from "@/lib/http/reference/resources";
import { samplesOf } from "@/lib/http/reference/samples";
import { sampleRequest } from "@/lib/http/reference/samples/request";

const [baseUrl = ""] = process.argv.slice(2);
const operations = RESOURCES.flatMap((resource) => resource.operations);
const samples = operations.map((operation) => ({
  id: operation.id,
  ...sampleRequest(operation, baseUrl),
  code: samplesOf(operation, baseUrl),
}));
process.stdout.write(JSON.stringify(samples));
