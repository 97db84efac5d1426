/** Explains how the search matches. */
export const SearchHelp = () => (
  <section aria-labelledby="how-heading" className="lg:sticky lg:top-24">
    <h2 id="how-heading" className="text-base font-medium">
      How search works
    </h2>
    <ul className="mt-2 grid gap-2 text-sm text-muted">
      <li>Every word must occur; their order does not matter.</li>
      <li>Only whole words match: “bonds” does not find “bond”. Case and accents are ignored.</li>
      <li>Matches in titles come first, then all others, each newest first.</li>
    </ul>
  </section>
);
