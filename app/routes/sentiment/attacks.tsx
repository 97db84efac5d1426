import { DataTable } from "~/components/track-record/data-table";
import { Section } from "~/components/ui/page";
import { attackResults } from "~/domain/sentiment/attack-results";
import { LEAST_TRUST, OLDER_BY_DAYS } from "~/domain/sentiment/author-trust";

/** How far false accounts can move an allocation, according to a simulation. */
export const Attacks = () => (
  <Section
    id="attacks"
    title="What False Accounts Can Do"
    standfirst="Simulated on sixty made-up communities, each with 30 honest authors and 60 documents: false accounts praise or disparage each token in turn. Each false account writes three documents, which the others upvote and discuss."
  >
    <DataTable
      captionId="attacks-moved"
      caption="Percentage points by which the worst of these attacks moves an allocation"
      rows={attackResults}
      keyOf={({ accounts, trust }) => `${accounts} ${trust}`}
      columns={[
        {
          label: "False accounts",
          isText: true,
          cell: ({ accounts, trust }) =>
            `${accounts}, ${trust === LEAST_TRUST ? "made on one day" : `made ${OLDER_BY_DAYS} days apart, over months`}`,
        },
        { label: "Median", cell: ({ median }) => median },
        { label: "9 of 10", cell: ({ ninetieth }) => ninetieth },
        { label: "Worst", cell: ({ worst }) => worst },
      ]}
    />
    <p className="mt-4 max-w-measure text-base text-pretty text-muted">
      Accounts created on the same day never count as older than each other, however long they wait,
      so a hundred of them weigh no more than ten. The worst cases are weeks in which the score of a
      token is just below or just above the minimum for an allocation. A patient attacker who
      creates accounts a week apart and has them upvote each other gets as many voices as accounts.
    </p>
  </Section>
);
