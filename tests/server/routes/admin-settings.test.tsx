/** Settings, logo, jobs and events of the operator’s desk. */
import { addHours } from "date-fns/addHours";
import { expect, test, vi } from "vitest";
import { site } from "~/config/site";
import { acquireLock } from "~/models/job-lock.server";
import * as settingChanges from "~/models/setting-change.server";
import { setRole } from "~/models/user-role.server";
import Events, { loader as readEvents } from "~/routes/admin/events";
import Jobs, { action as runJob, loader as readJobs } from "~/routes/admin/jobs";
import LogoPage, { action as changeLogo, loader as readLogo } from "~/routes/admin/logo";
import SiteSettingsPage, { action, loader } from "~/routes/admin/settings";
import { loader as showAccent } from "~/routes/images.accent.$file";
import { loader as showLogo } from "~/routes/images.logo.$hash";
import { loader as manifest } from "~/routes/manifest[.]webmanifest";
import { recordEvent, storeCollectedEvents } from "~/services/events/events.server";
import { loadSiteSettings } from "~/services/site-settings/site-settings.server";
import type { FormResult } from "~/utils/forms/form-result";
import { collection, useDatabase } from "../../setup/database";
import { addUser, signUpSomebody } from "../../setup/people";
import { png } from "../../setup/pictures";
import { ask, load, render, type Handler } from "../../setup/routes";

useDatabase();

async function addAdministrator() {
  const person = await signUpSomebody();
  await setRole(person.viewer.id, "administrator");
  return person;
}

const post = (handler: Handler, cookie: string, fields: Record<string, string>) =>
  ask(handler, "/admin/settings", { cookie, body: new URLSearchParams(fields) });

const settings = { intent: "changeSite", revision: "0", signUp: "open" };
const errorsOf = ({ data }: { data: unknown }) => (data as FormResult).submission?.error;

test("the form changes the settings, and comes back with what was typed", async () => {
  const { cookie } = await addAdministrator();
  const typed = { ...settings, name: "Ada’s “Agora” & <b>", accent: "#ffff00" };
  const refused = await post(action, cookie, typed);
  expect(refused.status).toBe(400);
  expect(errorsOf(refused)).toMatchObject({ accent: [expect.stringMatching(/is 1\.\d\d to 1/)] });
  expect((refused.data as FormResult).submission?.initialValue).toMatchObject(typed);
  const done = await post(action, cookie, { ...typed, accent: "#005a9c" });
  expect(done.location).toBe("/admin/settings");
  expect(site.name).toBe(typed.name);
  const { data } = await ask(loader, "/admin/settings", { cookie });
  expect(data?.values).toMatchObject({ name: typed.name, accent: "#005a9c" });
  const page = render(SiteSettingsPage, data, { path: "/admin/settings" });
  expect(page).toContain('value="#005a9c"');
  expect(page).toContain("Ada’s “Agora” & &lt;b&gt;");
  expect(page).toContain("Back to this");
  const shown = manifest();
  expect(((await shown.json()) as { name: string }).name).toBe(typed.name);
  const styles = showAccent({ params: { file: "005a9c.css" } } as never);
  expect(await styles.text()).toContain(":root{--accent:#005a9c;");
  // A second tab, which does not know of the change.
  const late = await post(action, cookie, { ...settings, name: "Late" });
  expect(late.status).toBe(409);
  expect(site.name).toBe(typed.name);
  expect((await post(action, cookie, { intent: "goBack", earlier: "0" })).status).toBe(302);
  expect(site.name).toBe("Quorum");
});

test.each(["red;}.css", "ffff00.css", "005a9c", "../005a9c.css"])("no styles at %s", (file) => {
  expect(() => showAccent({ params: { file } } as never)).toThrow();
});

/** One form, whose boundary the header has to name. */
async function send(cookie: string, bytes: Uint8Array) {
  const form = new FormData();
  form.set("logo", new File([Uint8Array.from(bytes)], "x.png", { type: "image/png" }));
  const made = new Response(form);
  return ask(changeLogo, "/admin/settings/logo", {
    cookie,
    headers: { "Content-Type": made.headers.get("Content-Type")! },
    body: await made.arrayBuffer(),
  });
}

test("a picture becomes the logo, and is served as what it is", async () => {
  const { cookie } = await addAdministrator();
  const bytes = png();
  expect((await send(cookie, bytes)).location).toBe("/admin/settings");
  const { logo } = (await loadSiteSettings()).settings;
  expect(logo?.type).toBe("image/png");
  const served = await showLogo({ params: { hash: logo!.hash } } as never);
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  expect(served.headers.get("Content-Type")).toBe("image/png");
  expect(served.headers.get("Cache-Control")).toContain("immutable");
  await post(changeLogo, cookie, { intent: "removeLogo" });
  expect((await loadSiteSettings()).settings.logo).toBeNull();
  const page = render(LogoPage, await load(readLogo, "/admin/settings/logo", { cookie }));
  expect(page).toContain('encType="multipart/form-data"');
});

test.each([
  ["nothing", Buffer.alloc(0), /choose a picture/],
  ["HTML", Buffer.from("<script>alert(1)</script>"), /PNG, JPEG or WebP/],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG, JPEG or WebP/],
  ["a picture with HTML after it", Buffer.concat([png(), Buffer.from("<script>")]), /PNG, JPEG/],
  ["the start of a picture", png().subarray(0, 20), /PNG, JPEG or WebP/],
  ["one that is too wide", png(1025, 1), /1024 pixels wide and high; this one is 1025 by 1/],
  ["one without height", png(1, 0), /1 by 0/],
  ["one that is too large", Buffer.concat([png(), Buffer.alloc(101 * 1024)]), /at most 100 KB/],
])("%s is refused beside the field, and nothing is stored", async (_, bytes, message) => {
  const { cookie } = await addAdministrator();
  const refused = await send(cookie, bytes);
  expect(refused.status).toBe(400);
  expect(errorsOf(refused)).toEqual({ logo: [expect.stringMatching(message)] });
  expect(await collection("logos").countDocuments()).toBe(0);
});

test("a picture that somebody else has removed as unused meanwhile is stored all the same", async () => {
  const { cookie } = await addAdministrator();
  const add = settingChanges.addChange;
  vi.spyOn(settingChanges, "addChange").mockImplementationOnce(async (change) => {
    await collection("logos").deleteMany({});
    return add(change);
  });
  await send(cookie, png());
  expect(await collection("logos").countDocuments()).toBe(1);
});

test("only administrators upload, who have confirmed who they are", async () => {
  const [user, { cookie }] = [await signUpSomebody(), await addAdministrator()];
  expect((await send(user.cookie, png())).status).toBe(403);
  expect((await send("", png())).status).toBe(401);
  vi.useFakeTimers({ toFake: ["Date"], now: addHours(new Date(), 1) });
  try {
    const due = await send(cookie, png());
    expect(due.status).toBe(403);
    expect(errorsOf(due)).toHaveProperty("currentPassword");
  } finally {
    vi.useRealTimers();
  }
  expect(await collection("logos").countDocuments()).toBe(0);
});

test("a job runs after the response, and its end is listed", async () => {
  const { cookie, viewer } = await addAdministrator();
  expect((await post(runJob, cookie, { intent: "runJob", job: "recount" })).status).toBe(302);
  const read = async () => (await ask(readJobs, "/admin/jobs", { cookie })).data!;
  await expect.poll(async () => (await read()).runs[0]?.endedAt).toBeTruthy();
  expect((await read()).runs).toMatchObject([
    { job: "Recount", result: expect.stringMatching(/0 counts corrected/), by: viewer.name },
  ]);
  expect(render(Jobs, await read())).toMatch(/Recount.*0 counts corrected/s);
  // Held by the upkeep of another process, for example.
  await expect
    .poll(async () => (await read()).jobs.find(({ name }) => name === "recount")?.isRunning)
    .toBe(false);
  await acquireLock("daily recount", 60_000);
  const second = await post(runJob, cookie, { intent: "runJob", job: "recount" });
  expect(second.status).toBe(409);
  expect((second.data as FormResult).formError?.message).toBe("Recount is running already.");
  expect((await post(runJob, cookie, { intent: "runJob", job: "constructor" })).status).toBe(400);
});

test("events are found by kind, person, level and day", async () => {
  const { cookie, viewer } = await addAdministrator();
  recordEvent({ kind: "sign-up-refused" }, { email: "somebody@example.org" });
  const other = await addUser();
  recordEvent({
    ...{ kind: "sessions-ended", user: other.id, which: "all", administrator: viewer.id },
  });
  await storeCollectedEvents();
  const kinds = async (query: string) => {
    const { data } = await ask(readEvents, `/admin/events?${query}`, { cookie });
    return [...new Set(data.events.map(({ title }) => title))].sort();
  };
  expect(await kinds("")).toContain("Sign up");
  expect(await kinds("kind=sign-up-refused")).toEqual(["Sign up refused"]);
  expect(await kinds("level=warn")).toEqual(["Sign up refused"]);
  expect(await kinds("level=warn&kind=sign-up")).toEqual([]);
  expect(await kinds(`person=${viewer.name}`)).not.toContain("Sign up refused");
  expect(await kinds("person=Nobody")).toEqual([]);
  const { data } = await ask(readEvents, "/admin/events?person=%22%3E", { cookie });
  expect(render(Events, data)).toContain("Nobody has this name.");
  const ended = await ask(readEvents, "/admin/events?kind=sessions-ended", { cookie });
  const shown = render(Events, ended.data)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
  expect(shown).toContain(`${other.name} by ${viewer.name} which: all`);
  const today = new Date().toISOString().slice(0, 10);
  expect(await kinds(`day=${today}&kind=sign-up`)).toEqual(["Sign up"]);
  expect(await kinds("day=2020-01-01")).toEqual([]);
  expect(await kinds("day=2020-99-01&kind=%00&before=x")).toContain("Sign up");
});
