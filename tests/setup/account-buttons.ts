/** The buttons that change an account, each with the state in which its page shows it. */
import { addMinutes } from "date-fns/addMinutes";
import { createDraft } from "~/models/draft.server";
import { scheduleDeletionOf } from "~/models/scheduled-deletion.server";
import { startSetUp } from "~/models/second-factor.server";
import { openSessions } from "~/models/session.server";
import { authenticate } from "~/services/accounts/accounts.server";
import { newTotpSecret } from "~/services/accounts/codes.server";
import type { SignedIn } from "./people";

interface AccountButton {
  intent: string;
  path: string;
  /** Creates the state in which the page shows the button. @returns the fields of its form, besides the intent */
  prepare(person: SignedIn): Promise<Record<string, string>>;
}

const soon = () => addMinutes(new Date(), 10);

export const accountButtons: readonly AccountButton[] = [
  {
    intent: "deleteDraft",
    path: "/drafts",
    async prepare({ viewer }) {
      const content = { form: "article", hub: null, fields: { title: "Half written" } } as const;
      const draft = await createDraft({ userId: viewer.id }, content);
      return { draft: draft!.id };
    },
  },
  {
    intent: "endOtherSessions",
    path: "/settings/sessions",
    async prepare({ viewer }) {
      await openSessions(viewer.id, ["browser"], { userAgent: "test" });
      return {};
    },
  },
  {
    intent: "requestExport",
    path: "/settings/data",
    prepare: () => Promise.resolve({}),
  },
  {
    intent: "cancelFactor",
    path: "/settings/second-factor",
    async prepare({ viewer, browserSecret }) {
      const signedIn = await authenticate(browserSecret, "browser");
      const setUp = { userId: viewer.id, sessionId: signedIn!.session.id };
      await startSetUp({ ...setUp, secret: newTotpSecret(), endsAt: soon() });
      return {};
    },
  },
  {
    intent: "cancelDeletion",
    path: "/settings/data",
    async prepare({ viewer }) {
      const plan = { leavesAt: soon(), withContent: false, origin: "https://site.example" };
      await scheduleDeletionOf(viewer.id, plan);
      return {};
    },
  },
];
