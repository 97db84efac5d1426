import { expect, test } from "vitest";
import { browseArticles } from "~/services/articles/articles.server";
import { collection } from "../setup/database";
import { useDataDirectory, type Ended } from "../setup/commands";
import { logIn } from "../setup/people";

const data = useDataDirectory();

async function printed(ended: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}
const spawned = (name: string) => printed(data.spawn(name));

const articles = () => collection("articles");

const report = (count: number) =>
  new RegExp(`^${count} articles .*[1-9]\\d* .*counts corrected\n$`);

function firstAccount(printed: string) {
  const [, email = "", password = ""] = /^ {2}(\S+@\S+) {2}(\S+) /m.exec(printed) ?? [];
  return { email, password };
}

test("seed and recount work on data that another process has open, and that process sees the changes", async () => {
  await data.open();
  expect(await articles().countDocuments()).toBe(0);
  const account = firstAccount(await spawned("seed"));
  expect(await logIn(account.email, account.password)).toBe("done");
  const { items } = await browseArticles({ sort: "top", limit: 100 });
  await articles().updateOne({}, { $inc: { upvotes: 1000 } });
  expect(await spawned("recount")).toMatch(report(items.length));
  expect((await browseArticles({ sort: "top", limit: 100 })).items).toEqual(items);
});
