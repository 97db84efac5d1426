/** `npm run seed` and the like: runs `scripts/commands/NAME.ts` with the arguments after the name. */
import "./lib/node-version.mjs";
import { existsSync } from "node:fs";
import { commandList, commandPath } from "./lib/commands.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main, ScriptError } from "./lib/project.mjs";

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const path = commandPath(name);
  if (!path || !existsSync(path)) {
    throw new ScriptError(
      `${name ? `No command "${name}".` : "Which command?"}\n${commandList()}`,
      2,
    );
  }
  await ensureInstalled();
  process.env.NODE_ENV ??= "production";
  await import("./lib/typescript.mjs");
  const { run } = await import(path);
  const { processContext } = await import("./lib/command.ts");
  try {
    process.exitCode = await run(processContext(args));
  } catch (error) {
    if (error?.name !== "EnvironmentError") throw error;
    throw new ScriptError(error.inWords("The command cannot run"));
  }
});
