import { expect, test } from "vitest";
import { parseCores } from "~/services/worker/cpu-affinity.server";

test.each([
  ["0", [0]],
  ["0-3", [0, 1, 2, 3]],
  ["0-2,5", [0, 1, 2, 5]],
  ["1,4-5,8", [1, 4, 5, 8]],
  ["7-7", [7]],
  ["", []],
  ["all", []],
])("parses the list of cores %j", (list, cores) => {
  expect(parseCores(list)).toEqual(cores);
});
