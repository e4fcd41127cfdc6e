/** Kills a child process when this process exits, so that Ctrl-C leaves no installation or build running. */
export function attach(child) {
  const kill = () => child.kill();
  process.once("exit", kill);
  child.on("close", () => process.off("exit", kill));
  return child;
}
