// Written by `npm run migration`.

/** The newest migration of this release. */
export const SCHEMA_LEVEL = "20261129101921_webhook_jobs_by_the_database_clock";
/** The newest migration that is no contract: this release does not work without it. */
export const REQUIRED_LEVEL = "20261129101921_webhook_jobs_by_the_database_clock";
