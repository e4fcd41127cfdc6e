/** Types of `database.mjs`, which runs before anything is installed. */
export const FAST: Readonly<Record<string, string>>;
export function startDatabase(options: {
  /** Folder of the cluster; created if it does not exist. */
  dir: string;
  logFile?: string;
  settings?: Readonly<Record<string, string>>;
  log?: (line: string) => void;
}): Promise<{
  url: string;
  adminUrl: string;
  /** The superuser's address of the product's database. */
  superuserUrl: string;
  port: number;
  pid: number | undefined;
  stop(): Promise<void>;
  alive(): boolean;
  boundLog(): void;
}>;
