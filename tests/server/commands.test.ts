import { expect, test } from "vitest";
import { browseArticles } from "~/services/articles/articles.server";
import { useDataDirectory, type Ended } from "../setup/commands";
import { collection } from "../setup/database";
import { logIn } from "../setup/people";

const data = useDataDirectory({ isOpen: true, isDemo: true });

function printed({ code, stdout, stderr }: Ended): string {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

test("seed prints accounts that can sign in, and recount corrects data that another process has open", async () => {
  // On the demonstration, because a first fill takes seconds, and is proved with the service.
  const seeded = printed(await data.run("seed"));
  const [, email = "", password = ""] = /^ {2}(\S+@\S+) {2}(\S+) /m.exec(seeded) ?? [];
  expect(await logIn(email, password)).toBe("done");
  const { items } = await browseArticles({ sort: "top", limit: 100 });
  expect(items.length).toBeGreaterThanOrEqual(25);
  await collection("articles").updateOne({}, { $inc: { upvotes: 1000 } });
  const report = new RegExp(`^${items.length} articles .*[1-9]\\d* .*counts corrected\n$`);
  expect(printed(await data.spawn("recount"))).toMatch(report);
  // This process sees the changes of the other.
  expect((await browseArticles({ sort: "top", limit: 100 })).items).toEqual(items);
});
