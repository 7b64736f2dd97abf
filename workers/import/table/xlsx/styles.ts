/** What the number of a cell is, by the number of its style. */
import { readXml } from '../../xml/readXml.ts'
import { builtInKind, kindOf, type NumberKind } from '../cellText.ts'

export function readStyles(bytes: Uint8Array): NumberKind[] | string {
  const formats = new Map<number, NumberKind>()
  const kinds: NumberKind[] = []
  let inCells = false
  const fault = readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'cellXfs') inCells = true
      else if (name === 'numFmt') formats.set(Number(attributes.numFmtId), kindOf(attributes.formatCode ?? ''))
      else if (name === 'xf' && inCells) {
        const id = Number(attributes.numFmtId ?? 0)
        kinds.push(formats.get(id) ?? builtInKind(id))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return fault ?? kinds
}
