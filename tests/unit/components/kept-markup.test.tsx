import { createContext, useContext } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { renderKept } from "~/utils/http/render-kept.server";
import { KeptMarkup, KeptMarkupProvider } from "~/utils/kept-markup";

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
  <KeptMarkup as="li" className="wide" component={Greeting} props={props} />
);
const kept = (props: GreetingProps) =>
  renderToString(<KeptMarkupProvider value={renderKept}>{element(props)}</KeptMarkupProvider>);

test("cached markup is what the component renders, escaped, and is rendered once", () => {
  const props = { name: "<Ada & Bob>", age: 36 };
  const html = kept(props);
  expect(html).toBe('<li class="wide"><p>Hello, <!-- -->&lt;Ada &amp; Bob&gt;</p><p>36</p></li>');
  expect(kept({ ...props })).toBe(html);
  expect(renders).toBe(1);
  expect(renderToString(element(props))).toBe(html);
  expect(renders).toBe(2);
});

test("other props, and other components with the same props, have their own markup", () => {
  expect(kept({ name: "Cyd" })).toContain("Cyd");
  expect(kept({ name: "Dan" })).toContain("Dan");
  expect(kept({ name: "Dan", age: 7 })).toContain("<p>7</p>");
  const Farewell = ({ name }: GreetingProps) => <p>Farewell, {name}</p>;
  expect(renderKept(Farewell, { name: "Dan" })).toContain("Farewell");
});

test("a component cannot put the context of one visitor into cached markup", () => {
  const Visitor = createContext("nobody");
  const Name = () => <b>{useContext(Visitor)}</b>;
  const html = renderToString(
    <KeptMarkupProvider value={renderKept}>
      <Visitor.Provider value="Ada">
        <KeptMarkup component={Name} props={{}} />
        <Name />
      </Visitor.Provider>
    </KeptMarkupProvider>,
  );
  expect(html).toBe("<div><b>nobody</b></div><b>Ada</b>");
});
