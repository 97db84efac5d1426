import { readFile } from "node:fs/promises";
import { Types } from "mongoose";
import { describe, expect, onTestFinished, test } from "vitest";
import { SITE_TEXTS } from "~/config/page-tags";
import { changeSite, configuredSite, site } from "~/config/site";
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
  previewSiteText,
  readSiteTextToEdit,
  readTextChange,
  saveSiteText,
} from "~/services/admin/site-texts.server";
import { readRuleTitles, renderRules } from "~/services/content/rules.server";
import { renderSiteText } from "~/services/content/site-texts.server";
import { readWhitepaper, readWhitepaperPdf } from "~/services/whitepaper.server";
import type { FormResult } from "~/utils/forms/form-result";
import { collection, saveText, useDatabase } from "../../setup/database";
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

describe("the whitepaper", () => {
  const front = (more = "") =>
    `---\ntitle: "{product}: a paper"\nabstract: On it\nauthors: Ada\ndate: 2026-01-31${more}\n---\n`;
  const save = (text: string) =>
    addAdministrator().then((ada) => saveSiteText(ada, "whitepaper", { text, version: 0 }));

  test("is shown, previewed and set as a PDF as it was saved", async () => {
    const text = `${front()}\n## One\n\n| a |\n| - |\n| b |\n`;
    const preview = await previewSiteText(await addAdministrator(), "whitepaper", text);
    expect(preview.title).toBe("Quorum: a paper");
    expect(preview.html).toMatch(/^<p>Ada, 2026-01-31\. On it<\/p><h2 id="one">/);
    await save(text);
    expect(await readWhitepaper()).toMatchObject({
      title: "Quorum: a paper",
      sections: [{ id: "one" }],
    });
    const { bytes } = await readWhitepaperPdf();
    expect(bytes.toString("latin1")).toMatch(/^%PDF-[^]*\(Quorum: a paper\)/);
  });

  test.each([
    ["no front matter", "# Title\n\nWords.", /Begin with a line of ---/],
    ["a program as front matter", "---js\nglobalThis.wasRun = true\n---\nWords.", /Begin with/],
    ["a field that is missing", front().replace("authors: Ada\n", ""), /Begin with/],
    ["no date", front().replace("2026-01-31", "soon"), /Begin with/],
    ["front matter that is no YAML", front("\n\t- {"), /Begin with/],
    ["a table of which no PDF can be made", `${front()}<table></table>`, /No PDF can be made/],
  ])("with %s is refused beside the field", async (_, text, message) => {
    expect(await messageOf(save(text))).toMatch(message);
    expect(await count()).toBe(0);
    expect(globalThis).not.toHaveProperty("wasRun");
  });

  test("keeps its front matter, whatever the site is called", async () => {
    changeSite({ ...site, name: 'Ada’s "Agora": #1' });
    onTestFinished(() => changeSite(configuredSite));
    expect((await readWhitepaper()).abstract).toMatch(/^Ada’s "Agora": #1 is a community/);
  });
});

test("other names than those of the site’s texts are not found", async () => {
  const ada = await addAdministrator();
  expect(await kindOf(saveSiteText(ada, "demo", { text: "# A\n\nb", version: 0 }))).toBe(
    "notFound",
  );
  expect(await kindOf(readSiteTextToEdit(ada, "__proto__"))).toBe("notFound");
});

test("another process shows what was saved once it hears of it, and reads nothing until then", async () => {
  const log = readInvalidationLog();
  onTestFinished(() => log.stop());
  onTestFinished(cacheReads(1_000_000, () => true));
  await log.catchUp();
  await renderSiteText("terms");
  await saveText("terms", "# Elsewhere\n\nx");
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
