/** The rules of the search, for those who wonder. */
export const SearchHelp = () => (
  <section aria-labelledby="how-heading" className="lg:sticky lg:top-24">
    <h2 id="how-heading" className="text-base font-medium">
      How words match
    </h2>
    <ul className="mt-2 grid gap-2 text-sm text-muted">
      <li>Every word must be there; their order does not matter.</li>
      <li>Whole words are found: “bonds” finds no “bond”. Case and accents do not count.</li>
      <li>What has the words in its title comes first, then the rest; the newest first in both.</li>
    </ul>
  </section>
);
