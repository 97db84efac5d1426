import { subMinutes } from "date-fns/subMinutes";
import { beforeAll, expect, test } from "vitest";
import { FREE_EDIT_MINUTES } from "~/domain/editing";
import Changes, { loader } from "~/routes/editing/changes";
import { editArticle } from "~/services/articles/edit-article.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";
import { ask, load, render, wordsOf } from "../../setup/routes";

useDatabase({ isKept: true });

let id: string;
beforeAll(async () => {
  const author = await addUser();
  const createdAt = subMinutes(new Date(), FREE_EDIT_MINUTES + 1);
  ({ id } = await addArticle({ author, createdAt }));
  await editArticle(author, id, { title: "Edited" });
  expect(await collection("revisions").countDocuments()).toBe(1);
});

test.each([
  [undefined, 2],
  ["2", 2],
  ["1", 404],
  ...["foo", "", "0", "-2", "+2", "02", "2.0", "0x2", " 2", "9".repeat(400)].map(
    (version): [string, number] => [version, 404],
  ),
])("the version %j is version 2 or not found: %i", async (version, expected) => {
  const path = ["", "article", id, "changes", ...(version === undefined ? [] : [version])];
  const { status, data } = await ask(loader, path.join("/"), { params: { id, version } });
  expect(status === 200 ? data.version : status).toBe(expected);
});

test("what was removed and added is said in words", async () => {
  const path = `/article/${id}/changes`;
  const page = render(Changes, await load(loader, path, { params: { id } }), { path });
  expect(wordsOf(page)).toMatch(/ \(removed:\) Title \d+ \(end\) .*\(added:\) Edited \(end\) /);
});
