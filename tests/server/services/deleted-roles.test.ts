/** Whoever is deleted in the middle of work with flags, decisions, appeals and settings is found nowhere afterwards. */
import mongoose from "mongoose";
import { expect, test } from "vitest";
import type { Role } from "~/domain/permissions";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { siteSettingsInput } from "~/schemas/site-settings";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { invite } from "~/services/accounts/invitations.server";
import { endSessions, setMembership, setModerator } from "~/services/admin/accounts.server";
import { startJob } from "~/services/admin/site-jobs.server";
import { blockDomain } from "~/services/articles/blocked-domains.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { appealDecision, decideAppeal } from "~/services/moderation/appeals.server";
import { decide } from "~/services/moderation/decide.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { undoAllBy, undoDecision } from "~/services/moderation/undo.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { changeSiteSettings } from "~/services/site-settings/change-settings.server";
import { useDatabase } from "../../setup/database";
import { kindOf } from "../../setup/outcomes";
import { addArticle, signUpSomebody } from "../../setup/people";

useDatabase();

let people = 0;
async function add(role: Role | null = null, isMember = false) {
  const name = `Quixotry${(people += 1)}x`;
  const { viewer, email } = await signUpSomebody({ name, isProven: true });
  const since = new Date(Date.now() - 30 * 86_400_000);
  const { users } = mongoose.connection.collections;
  await users!.updateOne({ nameKey: name.toLowerCase() }, { $set: { createdAt: since, isMember } });
  if (role) await setRole(viewer.id, role);
  return { email, viewer: (await findUser(viewer.id))! };
}
type Person = Awaited<ReturnType<typeof add>>;

/** The stored rows that hold the id, name or address of somebody, by collection. */
async function tracesOf({ viewer, email }: Person): Promise<string[]> {
  await announcementQueue.doAll();
  await storeCollectedEvents();
  const texts = [viewer.id, viewer.name, email].map((text) => text.toLowerCase());
  const traces: string[] = [];
  for (const rows of await mongoose.connection.db!.collections()) {
    // These have tags of changed content, and are deleted after ten minutes.
    if (rows.collectionName === "invalidations") continue;
    for (const row of await rows.find().toArray()) {
      const json = JSON.stringify(row).toLowerCase();
      if (texts.some((text) => json.includes(text))) {
        traces.push(`${rows.collectionName}: ${json}`);
      }
    }
  }
  return traces;
}

const reasons = { reason: "spam", note: "It advertises." } as const;
const note = { note: "It was none." };

async function addWork() {
  const [flagger, author, moderator, other] = [
    await add(),
    await add(),
    await add("moderator"),
    await add("moderator"),
  ];
  const root = await add("administrator");
  const administrator = await add("administrator");
  const article = {
    kind: "article",
    id: (await addArticle({ author: author.viewer })).id,
  } as const;
  const { id } = await commentOnArticle(author.viewer, article.id, { content: "Buy." });
  const comment = { kind: "comment", id } as const;
  const later = { kind: "article", id: (await addArticle({ author: author.viewer })).id } as const;
  const person = { kind: "person", id: author.viewer.id } as const;
  for (const flagged of [article, comment, later, person]) {
    await raiseFlag(flagger.viewer, { ...flagged, reason: "other", words: "Look at this." });
  }
  // One decided about and appealed against, one undone, one whose appeal waits, one about the person.
  const hidden = await decide(moderator.viewer, article, { decision: "hide", ...reasons });
  await appealDecision(author.viewer, hidden.id, { text: "It is none." });
  await decideAppeal(administrator.viewer, hidden.id, { outcome: "rejected", ...note });
  const warned = await decide(moderator.viewer, comment, { decision: "warn", ...reasons });
  await undoDecision(administrator.viewer, warned.id, note);
  const limited = await decide(moderator.viewer, person, { decision: "limit", ...reasons });
  await appealDecision(author.viewer, limited.id, { text: "Why?" });
  const settled = await decide(other.viewer, comment, { decision: "lock", ...reasons });
  await appealDecision(author.viewer, settled.id, { text: "Why?" });
  await decideAppeal(moderator.viewer, settled.id, { outcome: "upheld", ...note });
  await blockDomain(moderator.viewer, { domain: "spam.example", effect: "block", reason: "spam" });
  await invite(flagger.viewer);
  await invite(moderator.viewer);
  await changeSiteSettings(
    administrator.viewer,
    siteSettingsInput.parse({ name: "A site", signUp: "open", revision: 0 }),
  );
  await startJob(administrator.viewer, "recount");
  await setModerator(administrator.viewer, flagger.viewer.id, true);
  await setModerator(administrator.viewer, flagger.viewer.id, false);
  await setMembership(administrator.viewer, other.viewer.id, true);
  await endSessions(administrator.viewer, other.viewer.id);
  await kindOf(setModerator(moderator.viewer, other.viewer.id, true));
  await kindOf(decide(flagger.viewer, article, { decision: "hide", ...reasons }));
  await undoAllBy(administrator.viewer, other.viewer.id, note);
  return {
    people: { flagger, author, moderator, administrator, root },
    decisions: [hidden, warned],
  };
}

test("nothing names who has flagged, appealed, decided or administered once their account is deleted", async () => {
  const { people } = await addWork();
  const { root, ...leaving } = people;
  for (const [role, person] of Object.entries(leaving)) {
    expect((await tracesOf(person)).length, role).toBeGreaterThan(3);
  }
  for (const [role, person] of Object.entries(leaving)) {
    await deleteAccount(person.email);
    expect(await tracesOf(person), role).toEqual([]);
  }
  expect((await tracesOf(root)).length).toBeGreaterThan(0);
  const { "moderation-log": log } = mongoose.connection.collections;
  const roles = await log!.distinct("role");
  expect(roles.sort()).toEqual(["administrator", "moderator"]);
});
