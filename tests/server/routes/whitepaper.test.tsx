import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { site } from "~/config/site";
import WhitepaperPage, { loader } from "~/routes/whitepaper/route";
import { saveText, useDatabase } from "../../setup/database";
import { ask, render } from "../../setup/routes";

useDatabase();

const logged: string[] = [];
const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });

async function open(path: string) {
  const { data, status } = await ask(loader, path, { log });
  return { html: render(WhitepaperPage, data, { path }), status, data };
}

const head = '---\ntitle: A\nabstract: "B: {product}"\nauthors: C\ndate: 2026-01-31\n---\n';
const current = (html: string) =>
  [...html.matchAll(/<a[^>]*aria-current="true"[^>]*>([^<]+)<\/a>/g)].map(([, label]) => label);

describe("/whitepaper", () => {
  test.each(["/whitepaper", "/whitepaper?view=html", "/whitepaper?view=nonsense"])(
    "%s shows the text with its table of contents",
    async (address) => {
      const { html, status } = await open(address);
      expect(status).toBe(200);
      expect(current(html)).toEqual(["HTML"]);
      expect(html).toMatch(/<h1[^>]*>Research in the Open<\/h1>/);
      expect(html).toContain("Abstract");
      expect(html).toContain(`by the ${site.name} team`);
      expect(html).toMatch(/<a [^>]*href="#the-momentum-engine"/);
      expect(html).toContain('<h2 id="the-momentum-engine">');
      expect(html).toMatch(/<a href="\/api\/whitepaper\.pdf"[^>]*>.*Open PDF<\/a>/);
      expect(html).not.toContain("<object");
    },
  );

  test("shows the PDF in a frame 800 pixels high without scripts, and does not load the text", async () => {
    const { html, data } = await open("/whitepaper?view=pdf");
    expect(current(html)).toEqual(["PDF"]);
    const frame = /<noscript>(<object[^]*<\/object>)<\/noscript>/.exec(html)?.[1];
    expect(frame).toMatch(
      /^<object data="\/api\/whitepaper\.pdf" type="application\/pdf" height="800"/,
    );
    expect(frame).toMatch(/<a href="\/api\/whitepaper\.pdf"[^>]*>Open the PDF<\/a>/);
    expect(html).toContain("Abstract");
    expect(data.paper?.html).toBeNull();
  });

  test("shows an error and the PDF when the text cannot be read", async () => {
    await saveText("whitepaper", "No front matter.");
    const { html, status } = await open("/whitepaper");
    expect(status).toBe(503);
    expect(html).toMatch(/role="alert"[^]*Error loading content\. Please try again\./);
    expect(html).toContain("<object data=");
    expect(html).toContain("Open PDF");
    expect(logged.splice(0).join("")).toContain("the whitepaper could not be read");
  });

  test("says so when there is no text", async () => {
    await saveText("whitepaper", head);
    const { html, status } = await open("/whitepaper");
    expect(status).toBe(200);
    expect(html).toContain("No content available");
    expect(html).toContain(`B: ${site.name}`);
    expect(html).not.toContain("<object");
  });
});
