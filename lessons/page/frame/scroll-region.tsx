import type { ComponentChildren, JSX, Ref } from "preact";

type ScrollRegionProps = {
  class?: string;
  /** The id of the heading that names the region, or a name of its own. */
  labelledBy?: string;
  label?: string;
  style?: Record<string, string | number>;
  box?: Ref<HTMLElement>;
  children: ComponentChildren;
};

/** A region of fixed height whose content may be longer. It takes the focus, so that keys can scroll it. */
export function ScrollRegion(props: ScrollRegionProps): JSX.Element {
  const { labelledBy, label, style, box = null, children } = props;
  return (
    <section
      class={`scroll ${props.class ?? ""}`}
      aria-labelledby={labelledBy}
      aria-label={label}
      style={style}
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: browsers differ in whether a scroller takes the focus by itself
      tabIndex={0}
    >
      {children}
    </section>
  );
}
