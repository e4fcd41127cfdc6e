// The stand-in for an S3-compatible service in a separate process: prints its bucket as JSON, and exits with its parent.
import { openS3Server } from "@/lib/platform/storage/testing/s3-server";

const { bucket } = await openS3Server();
process.stdout.write(`${JSON.stringify(bucket)}\n`);
process.stdin.on("end", () => process.exit(0)).resume();
