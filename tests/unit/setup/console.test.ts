import { test } from "vitest";
import { expectConsoleError } from "../../setup/console";

test("an expected error is no failure", () => {
  expectConsoleError(/^lost 3 of 4$/);
  console.error("lost %d of %d", 3, 4);
});

test.fails("an error that was expected and did not come is a failure", () => {
  expectConsoleError(/^never$/);
});

test.fails("any other is a failure", () => {
  expectConsoleError(/^one$/);
  console.error("one");
  console.error("another");
});
