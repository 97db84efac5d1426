/** `npm run seed` and the like: runs `scripts/commands/NAME.ts` with the arguments after the name. */
import "./lib/node-version.mjs";
import { readdirSync } from "node:fs";
import { ensureInstalled } from "./lib/install.mjs";
import { inProject, main, ScriptError } from "./lib/project.mjs";

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const file = `${name.replaceAll(":", "-")}.ts`;
  const files = readdirSync(inProject("scripts/commands"));
  if (!files.includes(file)) {
    const names = files.map((each) => each.replace(".ts", "").replaceAll("-", ":"));
    throw new ScriptError(`No command "${name}". Commands: ${names.join(", ")}`, 2);
  }
  await ensureInstalled();
  process.env.NODE_ENV ??= "production";
  await import("./lib/typescript.mjs");
  const { run } = await import(`./commands/${file}`);
  const { processContext } = await import("./lib/command.ts");
  try {
    process.exitCode = await run(processContext(args));
  } catch (error) {
    if (error?.name !== "EnvironmentError") throw error;
    throw new ScriptError(error.inWords("The command cannot run"));
  }
});
