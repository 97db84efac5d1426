/** The project's commands are the files in `scripts/commands/`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "./project.mjs";

const DIRECTORY = inProject("scripts/commands");

/** Returns the file of a command, such as `prices-import.ts` for `prices:import`; `undefined` for an invalid name. */
export function commandPath(/** @type {string} */ name) {
  return /^[a-z]+([:-][a-z]+)*$/.test(name)
    ? join(DIRECTORY, `${name.replaceAll(":", "-")}.ts`)
    : undefined;
}

/** Returns a list of the commands, each with the first line of its file's opening comment. */
export function commandList(directory = DIRECTORY) {
  const names = existsSync(directory)
    ? readdirSync(directory).filter((file) => file.endsWith(".ts"))
    : [];
  if (names.length === 0) return "There are no commands.";
  const width = Math.max(...names.map((file) => file.length - ".ts".length));
  const lines = names.map((file) => {
    const comment = /^\s*\/\*\*\s*\*?\s*(.+)|^\s*\/\/\s*(.+)/.exec(
      readFileSync(join(directory, file), "utf8").replace(/^#!.*\n/, ""),
    );
    const about = (comment?.[1] ?? comment?.[2] ?? "")
      .replace(/\s*\*\/\s*$/, "")
      .replace(/^`npm run [^`]+`: /, "");
    const name = file.slice(0, -".ts".length).replaceAll("-", ":");
    return `  ${name.padEnd(width)}  ${about}`.trimEnd();
  });
  return ["Commands:", ...lines].join("\n");
}
