/** Screens as the server sends them, one after the other in a document without scripts: quicker than loading each. */
import type { Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { looks } from "./accessibility";
import { startBrowser } from "./browser";
import type { Site } from "./site";

interface Asked extends Pick<RequestInit, "method" | "body"> {
  /** The value of the `Cookie` header. */
  cookie?: string | undefined;
  /** The status that the answer must have. */
  status?: number | undefined;
  /** Whether everything in the main part is unfolded. */
  isUnfolded?: boolean;
}

/** Opens such a document for the tests of a file. */
export function useStage(site: () => Site) {
  let stage: Page;
  let shown: string;
  beforeAll(async () => {
    stage = await (await startBrowser()).newPage(looks.light);
    await stage.goto(`${site().origin}/robots.txt`);
    await stage.setContent("<!DOCTYPE html>");
  });
  afterAll(() => stage.close());

  /** Asks the site for a screen, and shows it. */
  async function show(
    path: string,
    { cookie = "", status = 200, isUnfolded = false, method, body }: Asked = {},
  ): Promise<Page> {
    const { origin } = site();
    const headers = { Cookie: cookie, Origin: origin };
    const init = { method, body, headers, redirect: "manual" } as const;
    const answer = await fetch(origin + path, init);
    expect(answer.status, path).toBe(status);
    await stage.evaluate(replaceDocument, await answer.text());
    if (isUnfolded) await stage.evaluate(unfold);
    shown = path;
    return stage;
  }

  /** Submits a form of the screen that is shown, by its button, and shows the answer. */
  async function submit(button: string, typed: Record<string, string>, asked: Asked) {
    const [action, fields] = await stage
      .getByRole("button", { name: button, exact: true })
      .evaluate(formOf);
    const body = new URLSearchParams({ ...fields, ...typed });
    return show(action ?? shown, { ...asked, method: "POST", body });
  }
  return { stage: () => stage, show, submit };
}

/** Runs in the page. */
function formOf(button: SVGElement | HTMLElement) {
  const { form } = button as HTMLButtonElement;
  const fields = Object.fromEntries(new FormData(form!, button as HTMLButtonElement));
  return [form!.getAttribute("action"), fields as Record<string, string>] as const;
}

/** Runs in the page. */
async function replaceDocument(html: string): Promise<void> {
  const served = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.replaceWith(served.documentElement);
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const images = [...document.querySelectorAll<HTMLImageElement>("img:not([loading=lazy])")];
  const loading = [
    ...sheets.filter(({ sheet }) => !sheet),
    ...images.filter(({ complete }) => !complete),
  ];
  await Promise.all(
    loading.map((element) => new Promise((end) => (element.onload = element.onerror = end))),
  );
  await document.fonts.ready;
  scrollTo(0, 0);
}

/** Runs in the page. */
function unfold(): void {
  for (const details of document.querySelectorAll("main details")) {
    details.toggleAttribute("open", true);
  }
}
