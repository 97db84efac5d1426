/** Which of the tests that vitest is asked for need the build and a browser. */

/**
 * All do, unless the arguments name other projects only. A path alone is not looked into: vitest
 * takes any part of a path for a filter.
 *
 * @param {string[]} args
 */
export function needsBrowser(args) {
  const projects = args.flatMap((arg, index) => {
    if (arg === "--project") return args[index + 1] ?? [];
    return arg.startsWith("--project=") ? arg.slice("--project=".length) : [];
  });
  const excluded = projects.filter((name) => name.startsWith("!")).map((name) => name.slice(1));
  const included = projects.filter((name) => !name.startsWith("!"));
  return (!included.length || included.some(matchesBrowser)) && !excluded.some(matchesBrowser);
}

/** As vitest matches the names of projects: `*` stands for anything. */
function matchesBrowser(/** @type {string} */ pattern) {
  const parts = pattern.split("*").map((part) => part.replace(/[^\w]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "i").test("browser");
}
