import { Page, PageHeader, Prose } from "./page";

interface ContentPageProps {
  title: string;
  /** HTML from `renderContent`. */
  html: string;
  /** Sets the first paragraph larger. */
  hasLead?: boolean;
}

/** A page of static content. */
export const ContentPage = ({ title, html, hasLead = false }: ContentPageProps) => (
  <Page width="reading">
    <PageHeader title={title} />
    <Prose html={html} className={hasLead ? "lead" : undefined} />
  </Page>
);
