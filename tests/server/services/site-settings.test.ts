import { Types } from "mongoose";
import { describe, expect, onTestFinished, test } from "vitest";
import { EVERYTHING, SETTINGS, type PageTag } from "~/config/page-tags";
import { site } from "~/config/site";
import { accentColors } from "~/domain/accent";
import { contrast } from "~/domain/contrast";
import type { Viewer } from "~/domain/viewer";
import { limits } from "~/models/rate-limits.server";
import { setRole } from "~/models/user-role.server";
import { siteSettingsInput } from "~/schemas/site-settings";
import { cacheReads } from "~/services/cache/cached-reads.server";
import { onInvalidation, readInvalidationLog } from "~/services/cache/invalidation.server";
import { toAccent } from "~/services/site-settings/accent.server";
import {
  changeSiteSettings,
  listSettingChanges,
  settingFields,
} from "~/services/site-settings/change-settings.server";
import {
  followSiteSettings,
  goBackTo,
  loadSiteSettings,
  readSiteSettings,
} from "~/services/site-settings/site-settings.server";
import { colors } from "~/styles/tokens";
import { collection, useDatabase } from "../../setup/database";
import { kindOf, messageOf } from "../../setup/outcomes";
import { addUser } from "../../setup/people";

useDatabase();

async function addAdministrator(name: string): Promise<Viewer> {
  const user = await addUser({ name });
  await setRole(user.id, "administrator");
  return { ...user, role: "administrator" };
}

const input = (fields: Record<string, string> = {}, revision = 0) =>
  siteSettingsInput.parse({ revision, signUp: "open", ...fields });

const change = (viewer: Viewer | null, fields: Record<string, string>, revision = 0) =>
  changeSiteSettings(viewer, input(fields, revision));

test("what administrators set goes over the environment, and what is emptied follows it again", async () => {
  const ada = await addAdministrator("ada");
  const before = await readSiteSettings();
  await change(ada, { name: "Agora", signUp: "invitation", limitSignUp: "7" });
  expect(await readSiteSettings()).toEqual({
    ...before,
    name: "Agora",
    signUp: "invitation",
    limits: { RATE_LIMIT_SIGN_UP: 7 },
  });
  expect(site.name).toBe("Agora");
  expect(limits().signUp.points).toBe(7);
  expect(limits().signUpNetwork.points).toBe(28);
  await change(ada, { name: " ", limitSignUp: "" }, 1);
  expect((await listSettingChanges(ada)).map(({ changed }) => changed)).toEqual([
    ["signUp", "name", "limits"],
    ["signUp", "name", "limits"],
  ]);
  expect(await readSiteSettings()).toEqual(before);
  expect(site.name).toBe(before.name);
  expect(limits().signUp.points).not.toBe(7);
});

test("of two administrators who change the same state, each stores what they changed, and the second is told of the same field", async () => {
  const [ada, bob] = [await addAdministrator("ada"), await addAdministrator("bob")];
  const shown = settingFields(await readSiteSettings());
  await Promise.all([
    change(ada, { ...shown, name: "Agora", limitSignUp: "7" }),
    change(bob, { ...shown, tagline: "For all" }),
  ]);
  const both = { name: "Agora", tagline: "For all", limits: { RATE_LIMIT_SIGN_UP: 7 } };
  expect(await readSiteSettings()).toMatchObject(both);
  const late = { ...shown, name: "Forum", signUp: "closed" };
  await expect(change(bob, late)).rejects.toMatchObject({
    kind: "conflict",
    details: { fieldErrors: { name: [expect.stringContaining("“Agora”")] } },
  });
  expect(await readSiteSettings()).toMatchObject({ ...both, signUp: "open" });
  await change(bob, { ...late, seen: "2" });
  expect(await readSiteSettings()).toMatchObject({ ...both, name: "Forum", signUp: "closed" });
});

test("the history tells who changed what, and goes back", async () => {
  const ada = await addAdministrator("ada");
  await change(ada, { name: "Agora", tagline: "For all" });
  await change(ada, { name: "Forum" }, 1);
  await goBackTo(ada, 1);
  expect(await readSiteSettings()).toMatchObject({ name: "Agora", tagline: "For all" });
  await goBackTo(ada, 0);
  expect(await listSettingChanges(ada)).toMatchObject([
    { revision: 4, changed: ["name", "tagline"], by: "ada" },
    { revision: 3, changed: ["name", "tagline"] },
    { revision: 2, changed: ["name", "tagline"] },
    { revision: 1, changed: ["name", "tagline"] },
  ]);
  expect(await kindOf(goBackTo(ada, 99))).toBe("notFound");
});

test("an accent that equals that of the design is not stored", async () => {
  const ada = await addAdministrator("ada");
  await change(ada, { accent: "#005a9c" });
  expect((await readSiteSettings()).accent?.light).toBe("#005a9c");
  await change(ada, { accent: colors.accent.light.toUpperCase() }, 1);
  expect((await readSiteSettings()).accent).toBeNull();
});

describe("an accent", () => {
  test.each([
    // Computed by hand from the formula of WCAG 2.2, on #eceee7: 1.05 / 4.54 − 0.05 is the luminance of the grey, 0.2126 that of red.
    ["#767676", "3.88"],
    ["#ff0000", "3.41"],
    ["#ffffff", "1.00"],
  ])("%s is refused with its contrast, %s", async (color, ratio) => {
    expect(await messageOf(Promise.resolve().then(() => toAccent(color)))).toContain(
      `${ratio} to 1`,
    );
  });

  test.each(["#0b5a3d", "#000000", "#0000ff", "#8b0000", "#4b0082", "#5b4a00"])(
    "%s can be read in both schemes, with all that follows from it",
    (color) => {
      const accent = toAccent(color);
      const grounds = {
        light: { raised: colors.raised.light, muted: colors.muted.light },
        dark: { raised: colors.raised.dark, muted: colors.muted.dark },
      };
      for (const [scheme, made] of Object.entries(accentColors(accent, grounds))) {
        const of = (name: keyof typeof colors) => colors[name][scheme as "light" | "dark"];
        for (const [text, ground] of [
          ...[of("paper"), of("raised"), of("sunken"), made["accent-wash"]].map(
            (ground) => [made.accent, ground] as const,
          ),
          [made["accent-strong"], of("paper")] as const,
          [made["on-accent"], made.accent] as const,
          [made["on-accent"], made["accent-strong"]] as const,
          [of("muted"), made["accent-wash"]] as const,
        ]) {
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );
});

test.each([
  [{ accent: "red;}" }, "accent"],
  [{ accent: "#fff" }, "accent"],
  [{ limitSignUp: "0" }, "limitSignUp"],
  // With so few, nobody could open the page that raises the limit again.
  [{ limitReads: "59" }, "limitReads"],
  [{ limitWrites: "1" }, "limitWrites"],
  [{ limitSignUp: "-1" }, "limitSignUp"],
  [{ limitSignUp: "1e3" }, "limitSignUp"],
  [{ limitSignUp: "9999999999" }, "limitSignUp"],
  [{ limitSignUp: "1".repeat(5000) }, "limitSignUp"],
  [{ name: "x".repeat(41) }, "name"],
  [{ tagline: "x".repeat(81) }, "tagline"],
  [{ bannerText: "x".repeat(201) }, "bannerText"],
  [{ bannerUntil: "2026-02-31x" }, "bannerUntil"],
  [{ socialUrl: "javascript:alert(1)" }, "socialUrl"],
  [{ contactEmail: "a@b>\r\nBcc: c@d" }, "contactEmail"],
  [{ signUp: "sometimes" }, "signUp"],
])("%o is refused beside its field", (fields, field) => {
  const { error } = siteSettingsInput.safeParse({ revision: 0, signUp: "open", ...fields });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test("a read that was under way when the settings changed does not bring the former ones back", async () => {
  const ada = await addAdministrator("ada");
  await change(ada, { name: "Agora" });
  await change(ada, { name: "Forum" }, 1);
  await collection("setting-changes").deleteOne({ revision: 2 });
  await loadSiteSettings();
  expect(site.name).toBe("Forum");
});

test("a process reads the settings only when it hears of a change by another one, and drops what it rendered meanwhile", async () => {
  const log = readInvalidationLog();
  onTestFinished(() => log.stop());
  onTestFinished(cacheReads(1_000_000, () => true));
  onTestFinished(await followSiteSettings());
  await log.catchUp();
  const dropped: PageTag[] = [];
  onTestFinished(
    onInvalidation((tags) => {
      if (site.name === "Agora") dropped.push(...tags);
    }),
  );
  const values = { name: "Agora", limits: { RATE_LIMIT_SIGN_UP: 3 } };
  const row = { revision: 1, at: new Date(), changed: ["name", "limits"], values };
  await collection("setting-changes").insertOne(row);
  // The row is not read before the invalidation arrives.
  expect((await readSiteSettings()).name).toBe("Quorum");
  const _id = new Types.ObjectId("6b0a0909abababababab0001");
  await collection("invalidations").insertOne({ _id, tags: [SETTINGS], at: new Date() });
  await log.catchUp();
  await expect.poll(() => site.name).toBe("Agora");
  expect(limits().signUp.points).toBe(3);
  await expect.poll(() => dropped).toContain(EVERYTHING);
});
