/** The pages of the engines: that drawings fit a small screen, and what is printed. */
import { expect, test } from "vitest";
import { looks } from "../setup/accessibility";
import { main } from "../setup/pages";
import { useSharedSite } from "../setup/site";
import { useStage } from "../setup/stage";

/** With the demonstration community, which has twelve recommendations of each kind. */
const site = useSharedSite("demo");
const { show } = useStage(site);

test.each(["/momentum", "/momentum/track-record"])(
  "the drawings on %s fit a small screen",
  async (path) => {
    const page = await show(path);
    await page.setViewportSize(looks["small and light"].viewport);
    const frames = await main(page)
      .getByRole("img")
      .evaluateAll((all) => all.map((drawing) => drawing.getBoundingClientRect().toJSON()));
    expect(frames.length).toBeGreaterThan(0);
    for (const { left, right } of frames) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(375);
    }
  },
);

test("a printed page has no controls, and its text is black", async () => {
  const page = await show("/sentiment");
  await page.emulateMedia({ media: "print" });
  const controls = page.locator(
    "main button, main nav, header nav, a[href='#main'], a[href^='/login']",
  );
  expect(await controls.count()).toBeGreaterThan(3);
  for (const control of await controls.all()) expect(await control.isVisible()).toBe(false);
  const title = page.getByRole("heading", { level: 1 });
  expect(await title.evaluate((heading) => getComputedStyle(heading).color)).toBe("rgb(0, 0, 0)");
});
