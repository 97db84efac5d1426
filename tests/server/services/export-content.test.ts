import { randomBytes } from "node:crypto";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import { addDays } from "date-fns/addDays";
import matter from "gray-matter";
import mongoose, { Types } from "mongoose";
import { parse as parseCsv } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { addBlock } from "~/models/block.server";
import { addFollowing } from "~/models/following.server";
import { ensureUnsubscribeSecret } from "~/models/mail-settings.server";
import { addChange } from "~/models/setting-change.server";
import { setMember } from "~/models/user.server";
import { refreshTrust } from "~/services/recommendations/trust.server";
import { exportLists, exportSchema } from "~/schemas/export";
import { postArticle } from "~/services/articles/articles.server";
import { upvote } from "~/services/articles/upvotes.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { CHUNK_BYTES } from "~/services/exports/exports.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { storeCollectedReadings, storeReadingLater } from "~/services/readings/readings.server";
import { save } from "~/services/saved/saved.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { addReview } from "~/services/articles/reviews.server";
import { collection, useDatabase } from "../../setup/database";
import { makeExport } from "../../setup/exports";
import { addEffects } from "../../setup/recommendations";
import { idOf } from "../../setup/rows";
import {
  addArticle,
  addSignedIn,
  addUser,
  signUpSomebody,
  someReview,
  someArticle,
  upvoteArticle,
} from "../../setup/people";

useDatabase();

const statement = "I read prospectuses for a living and would review tokenomics with patience.";

const post = ({ viewer }: { viewer: Viewer }, fields: object = {}) =>
  postArticle(viewer, someArticle({ summary: "Bitcoin is bullish", ...fields }));

describe("an export", () => {
  test("has everything stored about a user, and nothing about others", async () => {
    const person = await signUpSomebody({ name: "Zephyrine" });
    const mara = await addSignedIn({ name: "Mara", isMember: true });
    const member = { ...person.viewer, isMember: true };
    await setMember(member.id, true);
    const own = await post(person);
    const other = await addArticle({ author: mara.viewer });
    await commentOnArticle(member, other.id, { content: "I like bitcoin" });
    const reply = await commentOnArticle(mara.viewer, own.id, { content: "A secret of Mara's" });
    await upvote(member, { kind: "comment", id: reply.id });
    await upvoteArticle(member, other.id);
    await upvoteArticle(mara.viewer, own.id);
    await addReview(member, someReview({ review: "Ethereum is a scam", category: "rates" }));
    await applyForMembership(person.viewer, { statement });
    const open = await applyForMembership(await addUser({ name: "Ida" }), { statement });
    await voteOnApplication(member, open.id, true);
    await addFollowing(member.id, "person", mara.viewer.id);
    await save(member, { kind: "article", id: other.id }, "My note");
    storeReadingLater(member.id, { discussion: { kind: "article", id: other.id } });
    await storeCollectedReadings();
    await save(mara.viewer, { kind: "article", id: own.id }, "A secret of Mara's");
    await addFollowing(mara.viewer.id, "person", member.id);
    // Who is blocked already tells nothing.
    await announcementQueue.doAll();
    await addBlock(member.id, mara.viewer.id);
    await addBlock(mara.viewer.id, member.id);
    await raiseFlag(
      { ...member, hasProvenEmail: true },
      { kind: "article", id: other.id, reason: "other", words: "A duck" },
    );
    await raiseFlag(mara.viewer, {
      ...{ kind: "article", id: own.id, reason: "other", words: "A secret of Mara's" },
    } as const);
    const change = { revision: 1, at: new Date(), changed: ["name", "links"], values: {} };
    await addChange({ ...change, byId: member.id });
    await addChange({ ...change, revision: 2, byId: mara.viewer.id });
    const secrets = [member.id, mara.viewer.id].map(ensureUnsubscribeSecret);
    const { data, files } = await makeExport(person);
    expect(exportSchema.strict().parse(data)).toEqual(data);
    const schema = JSON.parse(files.get("data.schema.json")!) as object;
    const ajv = addFormats.default(new Ajv2020({ allErrors: true, allowUnionTypes: true }));
    expect(ajv.validate(schema, data), ajv.errorsText()).toBe(true);
    expect(data.account).toMatchObject({ name: "Zephyrine", email: person.email });
    const counts = Object.entries(data).filter(([name]) => Object.hasOwn(exportLists, name));
    expect(Object.fromEntries(counts.map(([name, list]) => [name, list.length]))).toMatchObject({
      articles: 1,
      reviews: 1,
      comments: 1,
      upvotes: 1,
      commentUpvotes: 1,
      // A person, and the thread of one's comment.
      followings: 2,
      notices: 3,
      blocks: 1,
      flags: 1,
      bookmarks: 1,
      readings: 1,
      mentions: 3,
      applications: 1,
      votes: 1,
      sessions: 1,
      links: 1,
      mailSettings: 1,
      passkeys: 0,
    });
    // That of the request for the export may be stored before it is made.
    expect(data.events).toContainEqual(expect.objectContaining({ kind: "sign-up" }));
    const all = [...files.values()].join("\n");
    expect(all).not.toMatch(/A secret of Mara|mara@example\.org/);
    expect(all).not.toContain(person.browserSecret);
    const stored = await collection("users").findOne({ email: person.email });
    expect(all).not.toContain(stored!.passwordHash);
    for (const secret of await Promise.all(secrets)) expect(all).not.toContain(secret);
    for (const { secretHash } of await collection("sessions").find({}).toArray()) {
      expect(all).not.toContain(secretHash);
    }
  });

  test("has the trust in its person", async () => {
    const member = await addSignedIn({ isMember: true });
    await refreshTrust();
    const computedAt = expect.any(String) as string;
    expect((await makeExport(member)).data.trust).toEqual([
      { trust: 1, supporters: 0, isRoot: true, computedAt },
    ]);
  });

  test("has what its person's texts changed of recommendations", async () => {
    const member = await addSignedIn({ isMember: true });
    const made = { id: idOf(1), createdAt: new Date("2026-01-22T09:06:00Z") };
    await addEffects(made, { [member.viewer.id]: 4, [idOf(2)]: 1 });
    expect((await makeExport(member)).data.effects).toEqual([
      {
        recommendationId: idOf(1),
        points: { BTC: 4, USDT: -4 },
        createdAt: "2026-01-22T09:06:00.000Z",
      },
    ]);
  });

  test("has a second factor, passkeys and links without their secrets", async () => {
    const person = await signUpSomebody();
    const user = new Types.ObjectId(person.viewer.id);
    const now = new Date();
    await collection("second-factors").insertOne({
      user,
      secret: "SECRETOFTHEAPP",
      confirmedAt: now,
      lastUsedStep: 0,
      recoveryCodes: ["hash-of-a-code"],
    });
    await collection("passkeys").insertOne({
      user,
      name: "My phone",
      createdAt: now,
      counter: 0,
      transports: ["internal"],
      credentialId: "id-of-the-key",
      publicKey: "public-half",
    });
    await collection("mails").insertOne({
      user,
      to: person.email,
      subject: "Waiting",
      text: "secret-of-a-mailed-link",
      html: "",
      createdAt: now,
      dueAt: addDays(now, 1),
      attempts: 0,
      expiresAt: addDays(now, 1),
    });
    const { data, files } = await makeExport(person);
    expect(data.mails).toContainEqual(expect.objectContaining({ subject: "Waiting" }));
    expect(data.account).toMatchObject({ secondFactor: { recoveryCodesLeft: 1 } });
    expect(data.passkeys).toMatchObject([{ name: "My phone" }]);
    expect(data.links).toMatchObject([{ purpose: "prove-email", email: person.email }]);
    const [link] = await collection("account-links").find({}).toArray();
    const secrets = [link!.secretHash as string, "SECRETOFTHEAPP", "hash-of-a-code"];
    secrets.push("id-of-the-key", "public-half", "secret-of-a-mailed-link");
    const all = [...files.values()].join("\n");
    for (const secret of secrets) expect(all).not.toContain(secret);
  });

  test("covers every collection that tells of a person", async () => {
    const underOtherNames = [
      ...["users", "contributors", "second-factors", "account-links", "mail-settings"],
      ...[
        "comment-upvotes",
        "hidden-texts",
        "author-effects",
        "moderation-decisions",
        "setting-changes",
        "site-texts",
        "job-runs",
      ],
    ];
    const excluded = [
      // Of nobody or of everybody.
      ...[
        "prices",
        "hubs",
        "works",
        "ledger",
        "ledger-checkpoints",
        "witnessed-logs",
        "recommendations",
        "unsettled-outcomes",
        "effect-summaries",
      ],
      ...["recommendation-drafts", "recommendation-inputs", "scheduled-recommendations"],
      ...["settings", "invalidations", "job-locks", "daykeys", "text-salts", "logos"],
      // Hashes of which nobody can tell whose they are.
      ...["views", "deleted-names", "form-submissions"],
      // The copies themselves, secrets of sign-ins that are under way, and counts that end within a day.
      ...["exports", "export-chunks", "pending-steps", "limits"],
      // Numbers of a day, which name nobody.
      "day-counts",
      // Counts of flags, and lines that name nobody; flags and decisions are exported.
      ...["moderation-cases", "moderation-log"],
      // What is told to people within moments.
      "announcements",
      // Names nobody.
      "moderation-log",
      // Counted from what the person has written, which is exported.
      "writers",
      // Hashes of what the person has written, which is exported.
      "text-fingerprints",
      // What moderators set for the site.
      "blocked-domains",
      // Made from articles that the person has removed.
      "removed-articles",
    ];
    const known = [...Object.keys(exportLists), ...underOtherNames, ...excluded];
    const all = Object.values(mongoose.models).map((model) => model.collection.name);
    expect(all.filter((name) => !known.includes(name))).toEqual([]);
    expect(excluded.filter((name) => !all.includes(name))).toEqual([]);
  });

  test("has articles as Markdown with harmless front matter and portable file names", async () => {
    const person = await addSignedIn();
    const content = "---js\n{ title: (globalThis.isRun = true) }\n---\nText";
    const titles = ["../../etc/passwd", "CON: “Ünïted” 日本", "日本", "same", "same"];
    for (const title of titles) await post(person, { title, content });
    const { files } = await makeExport(person);
    const names = [...files.keys()].filter((name) => name.startsWith("articles/"));
    expect(names).toHaveLength(titles.length);
    for (const name of names) expect(name).toMatch(/^articles\/\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/);
    const text = files.get(names.find((name) => name.includes("united"))!)!;
    expect(text).toContain(content);
    expect(matter(text.replace(content, "")).data).toMatchObject({ title: titles[1] });
    expect(globalThis).not.toHaveProperty("isRun");
  });

  test("has reviews as CSV without formulas", async () => {
    const person = await addSignedIn();
    const review = '=HYPERLINK("https://evil.example")\nsecond, "line"';
    await addReview(person.viewer, someReview({ title: "+1", author: "@sum", review }));
    const csv = (await makeExport(person)).files.get("reviews.csv")!;
    const [row] = parseCsv(csv, { columns: true, bom: true }) as Record<string, string>[];
    expect(row).toMatchObject({ title: "'+1", author: "'@sum", review: `'${review}`, rating: "4" });
  });

  test("can be larger than a batch and a chunk", async () => {
    const person = await addSignedIn();
    const noise = () => randomBytes(9_000).toString("hex");
    for (let i = 0; i < 120; i += 1)
      await addArticle({ author: person.viewer, content: i % 4 ? "" : noise() });
    const { data, files } = await makeExport(person);
    expect(new Set(data.articles!.map((one) => (one as { id: string }).id)).size).toBe(120);
    expect([...files.keys()].filter((name) => name.startsWith("articles/"))).toHaveLength(120);
    const stored = await collection("export-chunks").find({}).toArray();
    expect(stored.length).toBeGreaterThan(1);
    for (const { data: bytes } of stored) expect(bytes.length()).toBeLessThan(2 * CHUNK_BYTES);
  });
});
