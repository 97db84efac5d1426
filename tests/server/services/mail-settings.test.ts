import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chosenNoticeKinds, noticeRules } from "~/domain/notices";
import type { Viewer } from "~/domain/viewer";
import { countRefusal, findMailSettings } from "~/models/mail-settings.server";
import { action, loader } from "~/routes/unsubscribe.$token";
import { mailSettingsInput } from "~/schemas/mail-settings";
import { markEmailProven } from "~/services/accounts/email.server";
import {
  changeMailSettings,
  deliveryOf,
  MAX_REFUSALS,
  readMailSettings,
  resumeMails,
  unsubscribePath,
  type EndedMails,
} from "~/services/mail/mail-settings.server";
import { collection, useDatabase } from "../../setup/database";
import { addUser } from "../../setup/people";
import { ask, load } from "../../setup/routes";

useDatabase();

let reader: Viewer;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-28T12:00Z") });
  reader = await addUser();
});
afterEach(() => void vi.useRealTimers());

const defaults = Object.fromEntries(
  chosenNoticeKinds.map((kind) => [kind, noticeRules(kind).delivery]),
);
const fields = (changed: object) => ({
  ...defaults,
  ...{ frequency: "daily", hour: "8", weekday: "1", timeZone: "Europe/Berlin" },
  ...changed,
});
const choose = (changed: object) =>
  changeMailSettings(reader, mailSettingsInput.parse(fields(changed)));

describe("the settings", () => {
  test("are the defaults until others are chosen, and there is no digest", async () => {
    expect(await readMailSettings(reader)).toMatchObject({
      deliveries: defaults,
      frequency: "never",
      timeZone: null,
      nextDigestAt: null,
    });
    await choose({ answer: "never" });
    expect(await readMailSettings(reader)).toMatchObject({
      deliveries: { ...defaults, answer: "never" },
      frequency: "daily",
      timeZone: "Europe/Berlin",
    });
  });

  test.each([
    ["daily", "8", "Europe/Berlin", "2026-03-29T06:0"],
    ["weekly", "8", "Europe/Berlin", "2026-03-30T06:0"],
    ["daily", "8", "Asia/Kolkata", "2026-03-29T02:3"],
  ])(
    "a %s digest at %s in %s is due within ten minutes of it",
    async (frequency, hour, timeZone, due) => {
      await choose({ frequency, hour, timeZone });
      const { nextDigestAt } = await readMailSettings(reader);
      expect(nextDigestAt!.toISOString()).toContain(due);
    },
  );

  test("no longer wait for a digest that was called off", async () => {
    await choose({});
    await choose({ frequency: "never" });
    const row = await collection("mail-settings").findOne({});
    expect(row).not.toHaveProperty("nextDigestAt");
    expect(row).not.toHaveProperty("digestedUntil");
  });

  test.each([
    ["hour", "24"],
    ["weekday", "0"],
    ["timeZone", "Mars/Olympus"],
    ["timeZone", "x".repeat(100_000)],
    ["answer", "hourly"],
    ["frequency", ""],
  ])("refuse %s %.20s", (field, value) => {
    expect(mailSettingsInput.safeParse(fields({ [field]: value })).success).toBe(false);
  });
});

describe("mails that were stopped because they were refused", () => {
  test.each<[string, (person: Viewer) => Promise<unknown>]>([
    ["a click in the settings", resumeMails],
    ["confirming the address", ({ id, email }) => markEmailProven(id, email)],
  ])("are started again by %s", async (_what, start) => {
    const person = await addUser({ hasUnprovenEmail: true });
    await unsubscribePath(person.id, null, "digest");
    for (let i = 0; i < MAX_REFUSALS; i += 1) await countRefusal(person.id, person.email);
    expect((await readMailSettings(person)).isStopped).toBe(true);
    await start(person);
    expect((await readMailSettings(person)).isStopped).toBe(false);
  });
});

describe("the address in a mail", () => {
  const tokenFor = async (what: EndedMails) => {
    const path = await unsubscribePath(reader.id, await findMailSettings(reader.id), what);
    return path.slice("/unsubscribe/".length);
  };
  const open = (token: string) => load(loader, `/unsubscribe/${token}`, { params: { token } });
  const post = (token: string, body?: string) =>
    ask(action, `/unsubscribe/${token}`, {
      params: { token },
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: body ?? "List-Unsubscribe=One-Click",
    });
  const never = async () => {
    const settings = await findMailSettings(reader.id);
    return [
      ...chosenNoticeKinds.filter((kind) => deliveryOf(kind, settings) === "never"),
      ...(settings?.frequency === "never" ? ["digest"] : []),
    ];
  };

  test("is the same for ever, and another for each person", async () => {
    const token = await tokenFor("answer");
    expect(token).toMatch(/^[\w-]{32}\.answer$/);
    expect(await tokenFor("answer")).toBe(token);
    const parallel = await addUser();
    const paths = await Promise.all(
      Array.from({ length: 5 }, () => unsubscribePath(parallel.id, null, "answer")),
    );
    expect(new Set(paths).size).toBe(1);
    expect(paths[0]).not.toContain(token);
  });

  test.each<[EndedMails, string[]]>([
    ["answer", ["answer"]],
    ["digest", ["digest"]],
    ["all", [...chosenNoticeKinds, "digest"]],
  ])(
    "that ends %s ends nothing when it is opened, and that when it is posted to",
    async (what, ended) => {
      await choose({});
      const token = await tokenFor(what);
      expect((await open(token)).found).toEqual({ what, isDone: false });
      expect(await never()).toEqual([]);
      for (let times = 0; times < 2; times += 1) {
        expect((await post(token)).status).toBe(200);
        expect(await never()).toEqual(ended);
      }
      expect((await open(token)).found).toEqual({ what, isDone: true });
    },
  );

  test.each(["", "x", `${"a".repeat(32)}.answer`, `${"a".repeat(32)}.nothing`, "%00.all", "a.b.c"])(
    "that is nobody’s (%s) answers kindly",
    async (token) => {
      expect((await open(token)).found).toBeNull();
      expect((await post(token)).status).toBe(200);
    },
  );

  test("works after the person has changed everything else", async () => {
    const token = await tokenFor("answer");
    await choose({ hour: "9" });
    await post(token);
    expect(await never()).toEqual(["answer"]);
  });
});
