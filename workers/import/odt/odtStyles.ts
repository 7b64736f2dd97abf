/** Which marks the styles of an OpenDocument text set, through the styles that they follow. */
import type { Attributes } from '../xml/readXml.ts'

/** Bits as in src/model/text/draft: b 1, em 2, u 8, mark 16. `clear`: what the style says it is not. */
interface Marks {
  set: number
  clear: number
}

const bold = 1
const italic = 2
const underlined = 8
const marked = 16

export interface OdtStyles {
  /** Every tag of styles.xml, then of content.xml. */
  open(name: string, attributes: Attributes): void
  /** The marks of a run in a style of this family ('paragraph', 'text'), on top of those around it. */
  marks(family: string, name: string, around: number): number
}

export function odtStyles(): OdtStyles {
  const styles = new Map<string, Marks & { parent: string }>()
  const known = new Map<string, Marks>()
  let current: (Marks & { parent: string }) | null = null

  function resolve(key: string): Marks {
    const before = known.get(key)
    if (before) return before
    const result = { set: 0, clear: 0 }
    // From the style up; a chain that bites its tail ends.
    const seen = new Set<string>()
    for (let at = key; !seen.has(at); ) {
      seen.add(at)
      const style = styles.get(at)
      if (!style) break
      result.set |= style.set & ~result.clear
      result.clear |= style.clear & ~result.set
      at = `${at.slice(0, at.indexOf(' '))} ${style.parent}`
    }
    known.set(key, result)
    return result
  }
  return {
    open(name, attributes) {
      if (name === 'style:style') {
        current = { set: 0, clear: 0, parent: attributes['style:parent-style-name'] ?? '' }
        styles.set(`${attributes['style:family'] ?? ''} ${attributes['style:name'] ?? ''}`, current)
      } else if (name === 'style:text-properties' && current) {
        Object.assign(current, marksOf(attributes))
      } else if (name.startsWith('text:list-') || name === 'style:default-style') {
        current = null
      }
    },
    marks(family, name, around) {
      const { set, clear } = resolve(`${family} ${name}`)
      return (around & ~clear) | set
    },
  }
}

function marksOf(attributes: Attributes): Marks {
  const marks = { set: 0, clear: 0 }
  const say = (bit: number, value: string | undefined, is: (value: string) => boolean) => {
    if (value !== undefined) marks[is(value) ? 'set' : 'clear'] |= bit
  }
  say(bold, attributes['fo:font-weight'], (weight) => weight === 'bold' || Number(weight) >= 600)
  say(italic, attributes['fo:font-style'], (style) => style !== 'normal')
  say(underlined, attributes['style:text-underline-style'], (style) => style !== 'none')
  say(marked, attributes['fo:background-color'], (colour) => !/^(?:transparent|#ffffff)$/i.test(colour))
  return marks
}
