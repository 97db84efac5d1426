import { Page } from "./page";
import { PageHeader } from "./page-header";
import { Prose } from "./prose";

interface HouseTextProps {
  title: string;
  /** From `renderContent`. */
  html: string;
  /** Its first paragraph is set larger. */
  hasLead?: boolean;
}

/** A text of the house, to be read from its beginning to its end. */
export const ContentPage = ({ title, html, hasLead = false }: HouseTextProps) => (
  <Page width="reading">
    <PageHeader title={title} />
    <Prose html={html} className={hasLead ? "lead" : undefined} />
  </Page>
);
