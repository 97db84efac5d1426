/** The pages of the engines: that drawings fit a small screen, and what is printed. */
import { expect, test } from "vitest";
import { openAt } from "../setup/browser";
import { useSharedSite } from "../setup/site";

/** With the demonstration community, which has twelve recommendations of each kind. */
const site = useSharedSite("demo");

test.each(["/momentum", "/momentum/track-record"])(
  "the drawings on %s fit a small screen",
  async (path) => {
    const viewport = { width: 375, height: 740 };
    const page = await openAt(site().origin + path, { viewport });
    const drawings = page.getByRole("main").getByRole("img");
    await drawings.first().waitFor();
    for (const drawing of await drawings.all()) {
      const frame = (await drawing.boundingBox())!;
      expect(frame.x).toBeGreaterThanOrEqual(0);
      expect(frame.x + frame.width).toBeLessThanOrEqual(375);
    }
  },
);

test("a printed page has no controls, and its text is black", async () => {
  const page = await openAt(`${site().origin}/sentiment`);
  await page.emulateMedia({ media: "print" });
  const pressed = page.locator(
    "main button, main nav, header nav, a[href='#main'], a[href^='/login']",
  );
  expect(await pressed.count()).toBeGreaterThan(3);
  for (const control of await pressed.all()) expect(await control.isVisible()).toBe(false);
  const title = page.getByRole("heading", { level: 1 });
  expect(await title.evaluate((heading) => getComputedStyle(heading).color)).toBe("rgb(0, 0, 0)");
});
