import { createContext, useContext } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { renderCached } from "~/utils/http/render-cached.server";
import { CachedMarkup, CachedMarkupProvider } from "~/utils/cached-markup";

let renders = 0;
beforeEach(() => void (renders = 0));

interface GreetingProps {
  name: string;
  age?: number;
}

function Greeting({ name, age }: GreetingProps) {
  renders += 1;
  return (
    <>
      <p>Hello, {name}</p>
      {age ? <p>{age}</p> : null}
    </>
  );
}

const element = (props: GreetingProps) => (
  <CachedMarkup as="li" className="wide" component={Greeting} props={props} />
);
const kept = (props: GreetingProps) =>
  renderToString(
    <CachedMarkupProvider value={renderCached}>{element(props)}</CachedMarkupProvider>,
  );

test("cached markup is what the component renders, escaped, and is rendered once", () => {
  const props = { name: "<Ada & Bob>", age: 36 };
  const html = kept(props);
  expect(html).toBe('<li class="wide"><p>Hello, <!-- -->&lt;Ada &amp; Bob&gt;</p><p>36</p></li>');
  expect(kept({ ...props })).toBe(html);
  expect(renders).toBe(1);
  expect(renderToString(element(props))).toBe(html);
  expect(renders).toBe(2);
});

test("a component cannot put the context of one visitor into cached markup", () => {
  const Visitor = createContext("nobody");
  const Name = () => <b>{useContext(Visitor)}</b>;
  const html = renderToString(
    <CachedMarkupProvider value={renderCached}>
      <Visitor.Provider value="Ada">
        <CachedMarkup component={Name} props={{}} />
        <Name />
      </Visitor.Provider>
    </CachedMarkupProvider>,
  );
  expect(html).toBe("<div><b>nobody</b></div><b>Ada</b>");
});
