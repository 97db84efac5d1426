import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { MAX_DRAFTS } from "~/domain/drafts";
import type { Viewer } from "~/domain/viewer";
import { consume } from "~/models/rate-limits.server";
import {
  addDraft,
  deleteDraft,
  discardDraft,
  LOG_IN_TO_SAVE,
  readDraft,
  readDrafts,
  replaceDraft,
  saveForm,
  type Draft,
} from "~/services/drafts/drafts.server";
import { postArticle } from "~/services/articles/articles.server";
import { previewArticle, previewArticleText } from "~/services/drafts/preview.server";
import { useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { addUser, someArticle } from "../../setup/people";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_ARTICLES: "1" });
useDatabase();

const empty = {
  title: "",
  summary: "",
  url: "",
  category: "macro",
  content: "",
  disclosure: "",
  disclosureNote: "",
  imageUrl: "",
  author: "",
  rating: "",
  review: "",
};
const article = (fields: Partial<typeof empty> = {}) => ({
  form: "article" as const,
  hub: null,
  fields: { ...empty, title: "The term premium", ...fields },
});
const review = (hub: string | null = "macro") => ({
  form: "review" as const,
  hub,
  fields: { ...empty, review: "Worth reading,\nat least twice.", rating: "4" },
});
const FORM_KEY = "0123456789abcdef0123456789abcdef";

const titlesOf = async (viewer: Viewer) => (await readDrafts(viewer)).map(({ title }) => title);

describe("a draft", () => {
  test("is read as it was typed, with only the fields of its form", async () => {
    const viewer = await addUser();
    const typed = article({ content: "  two\n\nlines ", author: "Nobody" });
    const { id } = await addDraft(viewer, { ...typed, hub: "macro" });
    const { fields, hub } = await readDraft(viewer, id);
    expect(hub, "only a review has one").toBeNull();
    expect(fields).toEqual({
      title: "The term premium",
      summary: "",
      url: "",
      category: "macro",
      content: "  two\n\nlines ",
      disclosure: "",
      disclosureNote: "",
      imageUrl: "",
    });
  });

  test("is listed by its title or first words, the last saved first", async () => {
    const viewer = await addUser();
    const first = await addDraft(viewer, article());
    await addDraft(viewer, review());
    await addDraft(viewer, article({ title: "", content: "word ".repeat(40) }));
    await addDraft(viewer, article({ title: `${"x".repeat(79)}👍🏽 long` }));
    expect(await titlesOf(viewer)).toEqual([
      `${"x".repeat(79)}…`,
      `${"word ".repeat(16).trim()}…`,
      "Worth reading, at least twice.",
      "The term premium",
    ]);
    await replaceDraft(viewer, first.id, article({ title: "Another" }));
    expect((await titlesOf(viewer))[0]).toBe("Another");
  });

  test("is accessible only to its owner", async () => {
    const [viewer, other] = [await addUser(), await addUser()];
    const { id } = await addDraft(viewer, article());
    for (const who of [other, await addUser({ isMember: true })]) {
      await expect(readDraft(who, id)).rejects.toMatchObject({ kind: "notFound" });
      await expect(replaceDraft(who, id, review())).rejects.toMatchObject({ kind: "notFound" });
      await expect(deleteDraft(who, id)).rejects.toMatchObject({ kind: "notFound" });
      await discardDraft(who, { draft: id });
      expect(await readDrafts(who)).toEqual([]);
    }
    expect((await readDraft(viewer, id)).fields.title).toBe("The term premium");
  });

  test.each(["", "\ud800", "65f0c0ffee65f0c0ffee65f0"])(
    "that does not exist, %j, is not found",
    async (id) => {
      const viewer = await addUser();
      for (const attempt of [
        () => readDraft(viewer, id),
        () => replaceDraft(viewer, id, article()),
        () => deleteDraft(viewer, id),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ kind: "notFound" });
      }
      await discardDraft(viewer, { draft: id, formKey: id });
    },
  );

  test("needs a signed-in user", async () => {
    const unauthenticated = { kind: "unauthenticated" };
    await expect(readDrafts(null)).rejects.toMatchObject(unauthenticated);
    await expect(addDraft(null, article())).rejects.toMatchObject(unauthenticated);
    await expect(deleteDraft(null, "")).rejects.toMatchObject(unauthenticated);
    await expect(saveForm(null, article(), {})).rejects.toMatchObject({
      ...unauthenticated,
      message: LOG_IN_TO_SAVE,
    });
  });
});

test("twenty drafts are the maximum, also for simultaneous saves, until one is deleted", async () => {
  const viewer = await addUser();
  const saves = Array.from({ length: MAX_DRAFTS + 8 }, (_, number) =>
    addDraft(viewer, article({ title: `Draft ${number}` })),
  );
  const outcomes = await Promise.allSettled(saves);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({
    reason: { kind: "conflict", message: expect.stringContaining("Post or delete one") },
  });
  const drafts = await readDrafts(viewer);
  expect(drafts).toHaveLength(MAX_DRAFTS);
  await deleteDraft(viewer, drafts[7]!.id);
  await addDraft(viewer, article());
  await expect(addDraft(viewer, article())).rejects.toMatchObject({ kind: "conflict" });
  // An existing draft can still be saved.
  await replaceDraft(viewer, drafts[0]!.id, article({ title: "Replaced" }));
  expect((await titlesOf(viewer))[0]).toBe("Replaced");
});

describe("a form", () => {
  test.each([FORM_KEY, "\ud800", "x".repeat(60_000)])(
    "is saved as one draft, whatever its key is and however often it arrives (case %#)",
    async (formKey) => {
      const [viewer, other] = [await addUser(), await addUser()];
      // The same key in another user's form is another draft.
      await saveForm(other, article({ title: "Theirs" }), { formKey });
      const save = (title: string) => saveForm(viewer, article({ title }), { formKey });
      await Promise.all([save("One"), save("One"), save("One")]);
      await save("Two");
      expect(await titlesOf(other)).toEqual(["Theirs"]);
      await saveForm(viewer, article({ title: "Other" }), { formKey: `b${formKey}` });
      expect(await titlesOf(viewer)).toEqual(["Other", "Two"]);
      await discardDraft(viewer, { formKey });
      expect(await titlesOf(viewer)).toEqual(["Other"]);
    },
  );

  test("that turns to another draft is saved as that one, and leaves its former draft", async () => {
    const viewer = await addUser();
    const opened = await addDraft(viewer, article());
    const known = { draft: opened.id, savedAt: opened.updatedAt.toISOString() };
    const save = (title: string, reference = {}) =>
      saveForm(viewer, article({ title }), { ...reference, formKey: FORM_KEY });
    await save("Former");
    const both = await Promise.all([save("Opened", known), save("Opened", known)]);
    expect(both.map(({ id }) => id)).toEqual([opened.id, opened.id]);
    expect((await save("Opened again")).id).toBe(opened.id);
    expect(await titlesOf(viewer)).toEqual(["Opened again", "Former"]);
  });

  test("does not overwrite what another tab saved in the same draft", async () => {
    const viewer = await addUser();
    const draft = await addDraft(viewer, article());
    const known = { draft: draft.id, savedAt: draft.updatedAt.toISOString() };
    await saveForm(viewer, article({ title: "First tab" }), { ...known, formKey: FORM_KEY });
    const second = { ...known, formKey: FORM_KEY.replace("0", "f") };
    await saveForm(viewer, article({ title: "Second tab" }), second);
    expect((await titlesOf(viewer)).sort()).toEqual(["First tab", "Second tab"]);
  });

  describe("whose draft another tab has saved since", () => {
    const OTHER_KEY = FORM_KEY.replace("0", "f");
    const referenceTo = ({ id, updatedAt }: Draft) => ({
      draft: id,
      savedAt: updatedAt.toISOString(),
    });

    /** Saves a form, and then its draft from another tab. */
    async function saveInBoth() {
      const viewer = await addUser();
      const made = await saveForm(viewer, article({ title: "First tab" }), { formKey: FORM_KEY });
      const opened = { ...referenceTo(made), formKey: OTHER_KEY };
      await saveForm(viewer, article({ title: "Second tab" }), opened);
      return { viewer, made };
    }

    test.each(["knows its draft", "has never had a response"])(
      "and which %s, is saved as another draft, even if responses are lost or requests repeated",
      async (what) => {
        const { viewer, made } = await saveInBoth();
        const known = what === "knows its draft" ? referenceTo(made) : {};
        const save = (title: string) =>
          saveForm(viewer, article({ title }), { ...known, formKey: FORM_KEY });
        await Promise.all([save("First again"), save("First again")]);
        const own = await save("First at last");
        expect(own.id).not.toBe(made.id);
        expect((await titlesOf(viewer)).sort()).toEqual(["First at last", "Second tab"]);
        // The same works again when another tab saves the new draft.
        const third = { ...referenceTo(own), formKey: FORM_KEY.replace("0", "e") };
        await saveForm(viewer, article({ title: "Third tab" }), third);
        await save("First of all");
        const titles = (await titlesOf(viewer)).sort();
        expect(titles).toEqual(["First of all", "Second tab", "Third tab"]);
      },
    );

    test("leaves the other tab's draft when it is published", async () => {
      const { viewer, made } = await saveInBoth();
      await discardDraft(viewer, { formKey: FORM_KEY });
      await discardDraft(viewer, { ...referenceTo(made), formKey: FORM_KEY });
      expect(await titlesOf(viewer)).toEqual(["Second tab"]);
    });
  });

  test.each([
    ["only preselected values", { ...empty, rating: "5" }, "nothing to save"],
    ["only spaces", { ...empty, content: " \n\t" }, "nothing to save"],
    ["more than its fields allow", { ...empty, content: "x".repeat(30_000) }, "at most"],
  ])("with %s is refused", async (_what, fields, message) => {
    const viewer = await addUser();
    await expect(saveForm(viewer, { ...article(), fields }, {})).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(message),
    });
  });

  test.each([null, "nothing"])("of a review needs a valid hub, unlike %j", async (hub) => {
    const viewer = await addUser();
    await expect(saveForm(viewer, review(hub), {})).rejects.toMatchObject({ kind: "invalid" });
  });

  test("discards its draft when it is published, by draft id or by form key", async () => {
    const viewer = await addUser();
    const draft = await addDraft(viewer, article());
    await discardDraft(viewer, { draft: draft.id });
    const opened = await addDraft(viewer, article());
    const known = { draft: opened.id, savedAt: opened.updatedAt.toISOString() };
    await saveForm(viewer, article(), { ...known, formKey: FORM_KEY });
    // The form does not know yet that it was saved.
    await discardDraft(viewer, { ...known, formKey: FORM_KEY });
    await saveForm(viewer, article(), { formKey: FORM_KEY });
    await discardDraft(viewer, { formKey: FORM_KEY });
    await discardDraft(viewer, {});
    expect(await readDrafts(viewer)).toEqual([]);
  });
});

describe("limits", () => {
  test("drafts have a limit of their own", async () => {
    const viewer = await addUser();
    await saveForm(viewer, article(), { formKey: FORM_KEY });
    const { db } = mongoose.connection;
    await db!
      .collection("limits")
      .updateOne({ key: `drafts:${viewer.id}` }, { $set: { points: 1000 } });
    await expect(saveForm(viewer, article(), { formKey: FORM_KEY })).rejects.toMatchObject({
      kind: "limited",
      details: { retryAfterSeconds: expect.any(Number) },
    });
  });

  test("previews are counted by user, or by address for visitors", async () => {
    const viewer = await addUser();
    for (let number = 0; number < 30; number += 1) {
      await consume("previews", viewer.id);
      await consume("previews", "192.0.2.7");
    }
    for (const [who, address] of [
      [viewer, "192.0.2.8"],
      [null, "192.0.2.7"],
    ] as const) {
      await expect(previewArticleText(who, address, "x")).rejects.toMatchObject({
        kind: "limited",
      });
    }
    expect(await previewArticleText(null, "192.0.2.8", "x")).toBe('<p dir="auto">x</p>');
  });
});

test("a preview tells which assets the engine will count, and who has posted the link", async () => {
  const viewer = await addUser();
  const { id } = await postArticle(viewer, someArticle({ url: "https://example.org/taken" }));
  const preview = (fields: object) =>
    previewArticle(viewer, "192.0.2.1", {
      title: "",
      summary: "",
      url: "",
      content: "",
      ...fields,
    });
  expect(await preview({})).toEqual({ html: "", assets: [], existingId: null });
  expect(
    await preview({
      title: "Solana",
      summary: "Against $BTC",
      content: "Well.\n\n> $ETH is quoted",
      url: "http://www.example.org/taken/?utm_source=mail#top",
    }),
  ).toMatchObject({ assets: ["BTC", "SOL"], existingId: id });
  expect(await preview({ url: "https://exam" })).toMatchObject({ existingId: null });
});

describe("a preview", () => {
  const preview = (content: string) => previewArticleText(null, "192.0.2.1", content);

  test("renders what the article's page would show, without active content", async () => {
    const html = await preview(
      "# One\n\n<script>alert(1)</script>\n\n**two** [x](javascript:alert(1))",
    );
    expect(html).toContain('<h2 id="user-content-one" dir="auto">One</h2>');
    expect(html).toContain("<strong>two</strong>");
    expect(html).not.toMatch(/<script|href="javascript/);
    expect(await preview("  ")).toBe("");
  });

  test.each([
    ["longer than an article", "x".repeat(20_001), "20,000 characters"],
    ["nested too deeply", "> ".repeat(200) + "x", "fewer levels"],
  ])("of a text %s is refused", async (_what, content, message) => {
    await expect(preview(content)).rejects.toMatchObject({
      kind: "invalid",
      details: { fieldErrors: { content: [expect.stringContaining(message)] } },
    });
  });
});
