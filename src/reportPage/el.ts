/** An element with attributes and what is in it. Texts of the project become text nodes, never markup. */
import { cssColour } from '../model/palette.ts'

type Child = Node | string | number | null | undefined | false

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      element.append(typeof child === 'number' ? String(child) : child)
  return element
}

/** Where a style attribute would be, which a strict policy refuses. */
export function styled<E extends HTMLElement>(element: E, properties: Readonly<Record<string, string>>): E {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value)
  return element
}

/** A quirk's colour and title: a long word breaks beside the dot, and does not go below it. */
export const named = (color: string, ...title: readonly Child[]): HTMLElement =>
  el('span', { class: 'named' }, dot(color), el('span', {}, ...title))

/** A quirk's colour. */
export const dot = (color: string): HTMLElement =>
  styled(el('span', { class: 'dot', 'aria-hidden': 'true' }), { '--dot': cssColour(color) })
