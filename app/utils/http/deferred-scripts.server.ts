const PRELOAD = '<link rel="modulepreload"';
const MODULE_SCRIPT = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

/**
 * Has a browser fetch the scripts of a page once it has painted it, since they would share the line with what
 * it paints. Every page is there to be read and used before they run.
 *
 * Remix writes the elements itself, and offers no way to say so. They stay where they are, as hydration expects
 * them there.
 *
 * @param html a document as Remix renders it, with all scripts at its end or with none
 * @returns the document in parts, one after the other, since joining them would copy it
 */
export function deferScripts(html: string): string[] {
  const start = html.indexOf(PRELOAD);
  if (start === -1) return [html];
  const scripts = html
    .slice(start)
    .replaceAll(PRELOAD, '<link data-rel="modulepreload"')
    .replace(
      MODULE_SCRIPT,
      (_, attributes: string, code: string) => `<script${attributes}>${afterPaint(code)}</script>`,
    );
  return [html.slice(0, start), scripts];
}

/** @returns a classic script that runs the code of a module once the page is painted, or hidden anyway */
function afterPaint(module: string): string {
  const names: string[] = [];
  const imports: string[] = [];
  const code = module.replace(IMPORT, (_, name: string | undefined, path: string) => {
    names.push(name ?? "");
    imports.push(`import(${path})`);
    return "";
  });
  return `(() => {
const start = async () => {
for (const link of document.querySelectorAll("link[data-rel]")) link.rel = link.dataset.rel;
const [${names.join(", ")}] = await Promise.all([${imports.join(", ")}]);
${code.trim()}
};
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
})();`;
}
