/** Ends a child process with this one: an installation or a build must not go on after Ctrl-C, beside the next start. */
export function attach(child) {
  const kill = () => child.kill();
  process.once("exit", kill);
  child.on("close", () => process.off("exit", kill));
  return child;
}
