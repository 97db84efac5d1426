import { test } from "vitest";
import { expectConsoleError } from "../../setup/console";

test("an expected error does not fail the test", () => {
  expectConsoleError(/^lost 3 of 4$/);
  console.error("lost %d of %d", 3, 4);
});

test.fails("an expected error that does not occur fails the test", () => {
  expectConsoleError(/^never$/);
});

test.fails("any other error fails the test", () => {
  expectConsoleError(/^one$/);
  console.error("one");
  console.error("another");
});
