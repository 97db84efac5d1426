import { expect, test } from "vitest";
import { readSetting, writeSetting } from "~/models/setting.server";
import { useDatabase } from "../../setup/database";

useDatabase();

test("a setting returns the last value that was written", async () => {
  expect(await readSetting("colour")).toBeNull();
  await writeSetting("colour", "green");
  await writeSetting("colour", { deep: ["green", 1, null] });
  expect(await readSetting("colour")).toEqual({ deep: ["green", 1, null] });
});
