import { beforeEach, describe, expect, it, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { onArticle } from "~/domain/threads";
import { findNamesBeginning, findPeopleNamed } from "~/models/people-by-name.server";
import { startAccountDeletion } from "~/models/user-deletion.server";
import { loader } from "~/routes/people/names";
import { postArticle, readArticle } from "~/services/articles/articles.server";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { editArticle } from "~/services/articles/edit-article.server";
import { editComment } from "~/services/articles/edit-comment.server";
import { editReview } from "~/services/articles/edit-review.server";
import { addReview, readReview } from "~/services/articles/reviews.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { previewArticleText } from "~/services/drafts/preview.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { findNamed, suggestNames } from "~/services/names/names.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, addUser, someArticle, someReview } from "../../setup/people";
import { argsFor } from "../../setup/routes";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";

useDatabase();

let mara: Viewer;
let ida: Viewer;
let otto: Viewer;
beforeEach(async () => {
  mara = await addUser({ name: "Mara" });
  ida = await addUser({ name: "Ida" });
  otto = await addUser({ name: "Otto" });
});

const named = ({ id, name }: Viewer) => ({ id, name });
const tell = async (kind: string) =>
  (await collection("announcements").find({ "event.kind": kind }).toArray()).map(
    ({ event }) => event as { people?: string[]; text: { kind: string } },
  );

describe("a text names", () => {
  it("people who exist, once each, in its order", async () => {
    const plain = "@ida @Nobody @MARA @Ida `@Otto`";
    expect(await findNamed({ plain })).toEqual([named(ida), named(mara)]);
    expect(await findNamed({ plain: "@Otto", markdown: "> @Ida\n\n@mara" })).toEqual([
      named(otto),
      named(mara),
    ]);
    expect(await findNamed({ plain: "Nobody at all" })).toEqual([]);
  });

  it("nobody whose account is being deleted", async () => {
    await startAccountDeletion(ida.email);
    expect(await findNamed({ plain: "@Ida @Mara" })).toEqual([named(mara)]);
  });

  it("at most ten people, among its first hundred names", async () => {
    const people = await Promise.all(
      Array.from({ length: 11 }, (_, i) => addUser({ name: `Reader${i}` })),
    );
    const all = people.map(({ name }) => `@${name}`).join(" ");
    expect(await findNamed({ plain: all })).toEqual(people.slice(0, 10).map(named));
    const strangers = (count: number) =>
      Array.from({ length: count }, (_, i) => `@x${i}`).join(" ");
    expect(await findNamed({ plain: `${strangers(99)} @Ida` })).toEqual([named(ida)]);
    expect(await findNamed({ plain: `${strangers(100)} @Ida` })).toEqual([]);
  });
});

describe("names", () => {
  needsMongoPlans();
  test("are looked up by an index", async () => {
    await expectIndexed(() => findPeopleNamed(["mara", "ida", "nobody"]), 2);
    await expectIndexed(() => findNamesBeginning("MA", 8), 1);
  });
});

describe("what is written stores whom it names, and an edit tells those whom it adds", () => {
  test("an article, in its summary and its text", async () => {
    const fields = { summary: "With @Ida", content: "And `@Otto`" };
    const { id } = await postArticle(mara, someArticle(fields));
    expect((await readArticle(id)).named).toEqual([named(ida)]);
    await editArticle(mara, id, { content: "And @Otto" });
    expect((await readArticle(id)).named).toEqual([named(ida), named(otto)]);
    await editArticle(mara, id, { summary: "Alone", content: "" });
    expect((await readArticle(id)).named).toEqual([]);
    expect(await tell("named")).toMatchObject([
      { text: { kind: "article", id }, people: [otto.id] },
    ]);
  });

  test("a review, in its text only", async () => {
    const { id } = await addReview(mara, someReview({ title: "On @Otto", review: "As @Ida said" }));
    expect((await readReview(id)).review.named).toEqual([named(ida)]);
    await editReview(mara, id, { review: "As @Otto said" });
    expect((await readReview(id)).review.named).toEqual([named(otto)]);
    expect(await tell("named")).toMatchObject([
      { text: { kind: "review", id }, people: [otto.id] },
    ]);
    await editReview(mara, id, { review: "As nobody said" });
    expect((await readReview(id)).review.named).toEqual([]);
  });

  test("a comment", async () => {
    const article = await addArticle({ author: mara });
    const read = async () => {
      const { items } = await readComments(onArticle(article.id), { after: null, limit: 9 });
      return items[0]?.named;
    };
    const { id } = await commentOnArticle(mara, article.id, { content: "Well, @ida" });
    expect(await read()).toEqual([named(ida)]);
    await editComment(mara, id, { content: "Well, @ida, and again @Ida" });
    expect(await tell("named")).toEqual([]);
    await editComment(mara, id, { content: "Well, @Otto" });
    expect(await read()).toEqual([named(otto)]);
    expect(await tell("named")).toMatchObject([{ text: { kind: "comment", id } }]);
    await deleteAccount(otto.email);
    expect(await read()).toEqual([]);
  });
});

test("an edit that removes a name takes back what was told of it, and nothing else", async () => {
  const { id } = await postArticle(mara, someArticle({ content: "@Ida and @Otto" }));
  await announcementQueue.doAll();
  const told = async () => {
    const rows = await collection("notices").find({ kind: "mention" }).toArray();
    return rows.map(({ person }) => String(person)).sort();
  };
  expect(await told()).toEqual([ida.id, otto.id].sort());
  await editArticle(mara, id, { content: "@Otto alone" });
  await announcementQueue.doAll();
  expect(await told()).toEqual([otto.id]);
});

test("a preview links names as the page would, and tells nobody", async () => {
  const html = await previewArticleText(mara, "192.0.2.1", "@ida and @Nobody");
  expect(html).toBe('<p dir="auto"><a href="/people/Ida">@ida</a> and @Nobody</p>');
  expect(await collection("announcements").countDocuments()).toBe(0);
});

test("names are offered that begin with what is typed, of proven accounts only, at most eight", async () => {
  await addUser({ name: "Otmar", hasUnprovenEmail: true });
  await addUser({ name: "Ottilie" });
  await addUser({ name: "Ozzy" });
  await startAccountDeletion((await addUser({ name: "Otis" })).email);
  expect(await suggestNames(mara, "OT")).toEqual(["Ottilie", "Otto"]);
  await Promise.all(Array.from({ length: 9 }, (_, i) => addUser({ name: `Reader${i}` })));
  expect(await suggestNames(mara, "re")).toHaveLength(8);
  await expect(suggestNames(null, "OT")).rejects.toMatchObject({ kind: "unauthenticated" });
  const asked = async (prefix: string, cookie = "") => {
    const path = `/community/names?prefix=${encodeURIComponent(prefix)}`;
    const response = (await loader(argsFor(path, { cookie }))) as Response;
    return (await response.json()) as unknown;
  };
  const { cookie } = await addSignedIn();
  expect(await asked("ott", cookie)).toEqual(["Ottilie", "Otto"]);
  for (const prefix of ["", "o", "ot{", "o".repeat(21), "ö€"]) {
    expect(await asked(prefix, cookie), prefix).toEqual([]);
  }
});
