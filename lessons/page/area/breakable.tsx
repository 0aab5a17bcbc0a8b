import { Fragment, type JSX } from "preact";

/** JSON that breaks between its values and never inside a word. A place to break is no character of the text. */
export function Breakable({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text.split(/(?<=[,:{])(?=\S)/).map((piece, index) => (
        <Fragment key={index}>
          {piece}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}
