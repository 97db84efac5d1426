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
  return projects.length === 0 || projects.some((name) => /^browser$|[*!]/.test(name));
}
