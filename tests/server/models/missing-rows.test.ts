import mongoose from "mongoose";
import { expect, test } from "vitest";
import { importComments } from "~/models/comment.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const comment = (number: number, content = "A text.") => ({
  id: `65f0c0ffee65f0c0ffee65f${number}`,
  articleId: "65f0c0ffee65f0c0ffee65f0",
  authorId: "65f0c0ffee65f0c0ffee65f0",
  username: "Mara",
  content,
  createdAt: new Date(),
});
const contents = async () =>
  (await mongoose.connection.collection("comments").find().sort({ _id: 1 }).toArray()).map(
    ({ content }) => content as string,
  );

test("an import adds new rows and leaves existing ones as they are", async () => {
  await importComments([comment(1, "First.")]);
  await importComments([comment(1, "Other."), comment(2, "Second.")]);
  expect(await contents()).toEqual(["First.", "Second."]);
  await importComments([]);
});

test.each([
  ["alone", [comment(1, "")]],
  ["with a new row", [comment(1, ""), comment(2)]],
  ["with an existing row", [comment(1, ""), comment(3)]],
])("an import rejects an invalid row: %s", async (_, comments) => {
  await importComments([comment(3)]);
  await expect(importComments(comments)).rejects.toThrow(/content/);
});
