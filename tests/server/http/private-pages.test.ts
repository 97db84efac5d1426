/** Pages that show what only their user may read are not kept by browsers. */
import { expect, test } from "vitest";
import { draftPath } from "~/domain/drafts";
import { addDraft } from "~/services/drafts/drafts.server";
import { addArticle, addSignedIn } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite();
useSiteDatabase(site);

const fields = {
  title: "A secret plan",
  summary: "",
  url: "",
  category: "",
  content: "",
  imageUrl: "",
  author: "",
  rating: "",
  review: "",
};

test("settings, drafts and the dashboard are not stored, other pages only privately", async () => {
  const { viewer, cookie } = await addSignedIn({ isMember: true });
  const article = await addDraft(viewer, { form: "article", hub: null, fields });
  const review = await addDraft(viewer, { form: "review", hub: "macro", fields });
  const { id } = await addArticle({ author: viewer });
  const cachingOf = async (path: string) => {
    const response = await fetch(site().origin + path, { headers: { Cookie: cookie } });
    expect(response.status, path).toBe(200);
    return response.headers.get("Cache-Control");
  };
  const unstored = [
    ...["/settings", "/settings/sign-in", "/settings/second-factor", "/settings/sessions"],
    ...["/settings/data", "/drafts", "/dashboard", "/partner", `/article/${id}/edit`],
    ...[draftPath(article), draftPath(review)],
  ];
  for (const path of unstored) expect(await cachingOf(path), path).toBe("no-store");
  for (const path of ["/", "/community", "/macro", `/article/${id}`, "/declaration"])
    expect(await cachingOf(path), path).toBe("private, no-cache");
});
