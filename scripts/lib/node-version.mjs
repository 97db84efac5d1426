/**
 * Imported before everything else, so that an old Node gets a clear message instead of failing somewhere
 * inside a package.
 */
const WANTED = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1])) {
  console.error(
    `This project needs Node ${WANTED.join(".")} or newer; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
