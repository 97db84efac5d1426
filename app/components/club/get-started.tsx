import { ButtonLink } from "~/components/ui/button";

/** Closing call to action. */
export const GetStarted = () => (
  <section
    aria-labelledby="get-started"
    className="mt-16 flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded bg-accent-wash px-6 py-8 sm:mt-20 sm:px-10 sm:py-12"
  >
    <div className="max-w-[36rem]">
      <h2 id="get-started" className="section-title">
        Ready to Get Started?
      </h2>
      <p className="mt-2 text-pretty">
        Members vote on who joins and what is approved. No account is needed to read.
      </p>
    </div>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/partner">Learn About Partnerships</ButtonLink>
      <ButtonLink to="/community" variant="secondary">
        Browse Articles
      </ButtonLink>
    </div>
  </section>
);
