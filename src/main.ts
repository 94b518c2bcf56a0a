const OLDEST_NODE = 26;

/** Checks the version before any other import: older versions fail at import with unclear
 *  messages. */
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `cloudinfra-operator needs Node ${OLDEST_NODE}, this is ${process.versions.node}: start it with npm run, which brings its own\n`,
  );
  process.exitCode = 2;
} else {
  const { commandLine } = await import('./config/config.ts');
  const { runCommand } = await import('./cli/index.ts');
  const { processTerminal } = await import('./cli/terminal.ts');
  // Timers of the adapters keep no process alive: this one lives until the command ends.
  const alive = setInterval(() => {}, 2 ** 30);
  process.exitCode = await runCommand(commandLine(), processTerminal());
  clearInterval(alive);
}
