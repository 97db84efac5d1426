/** The addresses of the pages that show what an edit changed. */
import mongoose, { Types } from "mongoose";
import { subMinutes } from "date-fns/subMinutes";
import { expect, test } from "vitest";
import { FREE_EDIT_MINUTES } from "~/domain/editing";
import { loader } from "~/routes/editing/changes";
import { editArticle } from "~/services/articles/edit-article.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";

useDatabase();

/** Adds an article that was edited once. */
async function addEdited(): Promise<string> {
  const author = await addUser();
  const { id } = await addArticle({ author });
  await mongoose.connection
    .collection("articles")
    .updateOne(
      { _id: new Types.ObjectId(id) },
      { $set: { createdAt: subMinutes(new Date(), FREE_EDIT_MINUTES + 1) } },
    );
  await editArticle(author, id, { title: "Edited" });
  return id;
}

/** Opens the changes of an article. @returns the version that is shown, or the status of the error */
async function open(id: string, version?: string): Promise<number> {
  const path = ["", "article", id, "changes", ...(version === undefined ? [] : [version])].join(
    "/",
  );
  const request = new Request(new URL(path, "https://site.example"));
  try {
    return (await loader({ request, params: { id, version }, context: {} as never })).version;
  } catch (error) {
    if (error instanceof Response) return error.status;
    throw error;
  }
}

test("a version is found by its number, and the newest also without one", async () => {
  const id = await addEdited();
  expect(await open(id)).toBe(2);
  expect(await open(id, "2")).toBe(2);
  expect(await open(id, "1")).toBe(404);
});

test.each([
  "foo",
  "NaN",
  "null",
  "",
  "0",
  "-2",
  "+2",
  "02",
  "2.0",
  "2e0",
  "0x2",
  " 2",
  "9".repeat(400),
])("malformed %j is a 404", async (malformed) => {
  expect(await open(await addEdited(), malformed)).toBe(404);
});
