/** Decides from the arguments for vitest whether the tests need the build and a browser. */

/**
 * Whether the tests need a browser: yes, unless the arguments select only other projects. A path is not
 * checked, because vitest accepts any part of a path as a filter.
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

/** Whether a pattern matches the project `browser`. As in vitest, `*` matches anything. */
function matchesBrowser(/** @type {string} */ pattern) {
  const parts = pattern.split("*").map((part) => part.replace(/[^\w]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "i").test("browser");
}
