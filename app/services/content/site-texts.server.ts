/** The texts of the site, as administrators have saved them or else as the files of `content/` have them. */
import { SITE_TEXTS } from "~/config/page-tags";
import { site } from "~/config/site";
import type { SiteTextName } from "~/domain/site-texts";
import { findNewestText } from "~/models/site-text.server";
import { cachedRead } from "../cache/cached-reads.server";
import { readContentFile, renderContent, type Content } from "./markdown.server";

/** What is saved of a text: version 0 if nothing ever was, and `null` for the text of the file. */
interface SavedText {
  version: number;
  text: string | null;
}

/** As last read, because no page must fail for the sake of its text. */
const lastKnown = new Map<SiteTextName, SavedText>();

async function readSaved(name: SiteTextName): Promise<SavedText> {
  const newest = await findNewestText(name);
  return { version: newest?.version ?? 0, text: newest?.text ?? null };
}

/** @returns a text of the site as Markdown, as it applies now; as last known if the database does not answer */
export async function readSiteText(name: SiteTextName): Promise<string> {
  const saved = await cachedRead([SITE_TEXTS], ["site text", name], () => readSaved(name)).then(
    (read) => {
      lastKnown.set(name, read);
      return read;
    },
    () => lastKnown.get(name),
  );
  return saved?.text ?? (await readContentFile(name));
}

/** Fills in the name and the contact address that the site has now. */
export const filled = (text: string): string =>
  text.replaceAll("{product}", () => site.name).replaceAll("{contact}", () => site.contactEmail);

/** Renders Markdown as a text of this site. */
export const renderAsSiteText = (text: string) => renderContent(filled(text));

/** Renders a text of the site, as it applies now. */
export async function renderSiteText(name: SiteTextName): Promise<Content> {
  const { title, html } = renderAsSiteText(await readSiteText(name));
  return { title, html };
}
