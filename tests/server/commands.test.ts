import { expect, test } from "vitest";
import { browseArticles } from "~/services/articles/articles.server";
import { useDataDirectory } from "../setup/commands";
import { collection } from "../setup/database";
import { logIn } from "../setup/people";

const data = useDataDirectory();

async function printed(name: string): Promise<string> {
  const { code, stdout, stderr } = await data.spawn(name);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

test("seed and recount work on data that another process has open, and that process sees the changes", async () => {
  await data.open();
  const articles = collection("articles");
  expect(await articles.countDocuments()).toBe(0);
  const seeded = await printed("seed");
  const [, email = "", password = ""] = /^ {2}(\S+@\S+) {2}(\S+) /m.exec(seeded) ?? [];
  expect(await logIn(email, password)).toBe("done");
  const { items } = await browseArticles({ sort: "top", limit: 100 });
  expect(items.length).toBeGreaterThanOrEqual(25);
  await articles.updateOne({}, { $inc: { upvotes: 1000 } });
  const report = new RegExp(`^${items.length} articles .*[1-9]\\d* .*counts corrected\n$`);
  expect(await printed("recount")).toMatch(report);
  expect((await browseArticles({ sort: "top", limit: 100 })).items).toEqual(items);
});
