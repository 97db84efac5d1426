import { readFile } from "node:fs/promises";
import { Types } from "mongoose";
import { expect, onTestFinished, test } from "vitest";
import { SITE_TEXTS } from "~/config/page-tags";
import { MAX_SITE_TEXT_LENGTH } from "~/domain/site-texts";
import type { Viewer } from "~/domain/viewer";
import { setRole } from "~/models/user-role.server";
import Text, { action, loader } from "~/routes/admin/text";
import { action as goBack, loader as readVersion } from "~/routes/admin/text-version";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { cacheReads } from "~/services/cache/cached-reads.server";
import { readInvalidationLog } from "~/services/cache/invalidation.server";
import {
  goBackToText,
  listSiteTexts,
  previewSiteText,
  readSiteTextToEdit,
  readTextChange,
  saveSiteText,
} from "~/services/content/change-texts.server";
import { readRuleTitles, renderRules } from "~/services/content/rules.server";
import { renderSiteText } from "~/services/content/site-texts.server";
import type { FormResult } from "~/utils/forms/form-result";
import { collection, useDatabase } from "../../setup/database";
import { kindOf, messageOf } from "../../setup/outcomes";
import { addUser, signUpSomebody } from "../../setup/people";
import { ask, render, type Handler } from "../../setup/routes";

useDatabase();

const count = () => collection("site-texts").countDocuments();
const fileOf = async (name: string) => (await readFile(`content/${name}.md`, "utf8")).trim();

async function addAdministrator(): Promise<Viewer> {
  const user = await addUser();
  await setRole(user.id, "administrator");
  return { ...user, role: "administrator" };
}

test("what is saved is shown, with its placeholders and without what could do harm", async () => {
  const ada = await addAdministrator();
  const text =
    "# Terms of {product}\n\nWrite to {contact}. <script>alert(1)</script>[x](javascript:alert(1))<img src=x onerror=alert(1)>";
  const preview = await previewSiteText(ada, "terms", text);
  expect(await count()).toBe(0);
  await saveSiteText(ada, "terms", { text, version: 0 });
  const shown = await renderSiteText("terms");
  expect(shown).toEqual(preview);
  expect(shown.title).toBe("Terms of Quorum");
  expect(shown.html).not.toMatch(/<script|javascript:|onerror|\{contact\}/);
  // The same again is no version.
  await saveSiteText(ada, "terms", { text, version: 1 });
  expect(await count()).toBe(1);
});

test("of two who save the same version, the second is told, and ways back are new versions", async () => {
  const ada = await addAdministrator();
  const save = (text: string, version: number) => saveSiteText(ada, "privacy", { text, version });
  const saves = [kindOf(save("# A\n\none", 0)), kindOf(save("# A\n\ntwo", 0))];
  expect((await Promise.all(saves)).toSorted()).toEqual(["conflict", "ok"]);
  expect(await kindOf(save("# A\n\nlate", 0))).toBe("conflict");
  await save("# B\n\nthree", 1);
  expect(await kindOf(goBackToText(ada, "privacy", 1, 1))).toBe("conflict");
  await goBackToText(ada, "privacy", 1, 2);
  expect((await renderSiteText("privacy")).title).toBe("A");
  expect(await readTextChange(ada, "privacy", 2)).toMatchObject({ after: "# B\n\nthree" });
  await goBackToText(ada, "privacy", 0, 3);
  const { text, version, versions } = await readSiteTextToEdit(ada, "privacy");
  expect([text, version]).toEqual([await fileOf("privacy"), 4]);
  expect(versions.map((row) => row.version)).toEqual([4, 3, 2, 1]);
  expect(await kindOf(goBackToText(ada, "privacy", 99, 4))).toBe("notFound");
});

test("the rules keep their numbers and anchors", async () => {
  const ada = await addAdministrator();
  const rules = await fileOf("rules");
  const save = (text: string) => saveSiteText(ada, "rules", { text, version: 0 });
  expect(await messageOf(save(rules.replace("## 3. ", "## Three. ")))).toContain("Look at rule 3.");
  expect(await messageOf(save(`${rules}\n\n## 9. More\n`))).toContain("Look at rule 9.");
  expect(await messageOf(save(rules.replace("# House Rules", "House Rules")))).toContain("title");
  expect(await count()).toBe(0);
  await save(rules.replace("No spam or advertising", "No spam"));
  expect((await readRuleTitles())[1]).toBe("No spam");
  expect((await renderRules()).html.match(/ id="rule-[1-8]"/g)).toHaveLength(8);
});

test("only administrators read and change the texts, and nothing is stored for others", async () => {
  const user = await addUser();
  const input = { text: "# A\n\nb", version: 0 };
  for (const [viewer, kind] of [
    [null, "unauthenticated"],
    [user, "forbidden"],
    [{ ...user, role: "moderator" }, "forbidden"],
    [{ ...user, role: "administrator", suspension: { until: null, decisionId: "" } }, "forbidden"],
  ] as [Viewer | null, string][]) {
    expect(await kindOf(saveSiteText(viewer, "terms", input))).toBe(kind);
    expect(await kindOf(goBackToText(viewer, "terms", 0, 0))).toBe(kind);
    expect(await kindOf(previewSiteText(viewer, "terms", input.text))).toBe(kind);
    expect(await kindOf(readSiteTextToEdit(viewer, "terms"))).toBe(kind);
    expect(await kindOf(readTextChange(viewer, "terms", 0))).toBe(kind);
    expect(await kindOf(listSiteTexts(viewer))).toBe(kind);
  }
  const ada = await addAdministrator();
  expect(await kindOf(saveSiteText(ada, "whitepaper", input))).toBe("notFound");
  expect(await kindOf(readSiteTextToEdit(ada, "__proto__"))).toBe("notFound");
  expect(await count()).toBe(0);
});

test("another process shows what was saved once it hears of it, and reads nothing until then", async () => {
  const log = readInvalidationLog();
  onTestFinished(() => log.stop());
  onTestFinished(cacheReads(1_000_000, () => true));
  await log.catchUp();
  await renderSiteText("terms");
  const row = { name: "terms", version: 1, text: "# Elsewhere\n\nx", at: new Date() };
  await collection("site-texts").insertOne(row);
  expect((await renderSiteText("terms")).title).not.toBe("Elsewhere");
  const _id = new Types.ObjectId("6b0a0909abababababab0002");
  await collection("invalidations").insertOne({ _id, tags: [SITE_TEXTS], at: new Date() });
  await log.catchUp();
  expect((await renderSiteText("terms")).title).toBe("Elsewhere");
});

test("the forms preview, save, refuse with what was typed, and go back", async () => {
  const { cookie, viewer, email } = await signUpSomebody();
  await setRole(viewer.id, "administrator");
  const params = { name: "terms" };
  const post = (handler: Handler, fields: Record<string, string>, more = {}) => {
    const body = new URLSearchParams(fields);
    return ask(handler, "/admin/texts/terms", { cookie, params: { ...params, ...more }, body });
  };
  const text = "# Ours\n\nWords <b>of</b> ours.";
  const previewed = await post(action, { intent: "previewText", version: "0", text });
  expect((previewed.data as FormResult).textPreview?.title).toBe("Ours");
  expect(await count()).toBe(0);
  const saved = await post(action, { intent: "saveText", version: "0", text });
  expect([saved.status, saved.location]).toEqual([302, "/admin/texts/terms"]);
  const stale = await post(action, { intent: "saveText", version: "0", text: "# Late\n\nx" });
  expect(stale.status).toBe(409);
  expect((stale.data as FormResult).submission?.initialValue).toMatchObject({
    text: "# Late\n\nx",
  });
  for (const wrong of ["", "x".repeat(MAX_SITE_TEXT_LENGTH + 1), "no title", "# A\0"]) {
    const refused = await post(action, { intent: "saveText", version: "1", text: wrong });
    expect(refused.status).toBe(400);
    expect((refused.data as FormResult).submission?.error).toHaveProperty("text");
  }
  const { data } = await ask(loader, "/admin/texts/terms", { cookie, params });
  expect(render(Text, data, { path: "/admin/texts/terms" })).toContain("Words &lt;b&gt;of");
  const change = await ask(readVersion, "/x", { cookie, params: { ...params, version: "1" } });
  expect(change.data?.parts).not.toBeNull();
  const wrong = await ask(readVersion, "/x", { cookie, params: { ...params, version: "x" } });
  expect(wrong.status).toBe(404);
  const back = await post(goBack, { intent: "backToText", version: "1" }, { version: "file" });
  expect(back.status).toBe(302);
  expect((await renderSiteText("terms")).title).not.toBe("Ours");
  await setRole(viewer.id, null);
  await deleteAccount(email);
  expect(await collection("site-texts").countDocuments({ by: { $exists: true } })).toBe(0);
});
