/** Reads the XML of the exchange format, `.qde` or `.qdc`. */

import { longestAnswer } from '../../../src/model/limits.ts'
import { problem, type Result } from '../../../src/model/problems.ts'
import { fromC1 } from '../text/decodeText.ts'
import { readXml } from '../xml/readXml.ts'
import { type Attributes, type Node, namesKept, openElement } from './elements.ts'
import { type Exchange, emptyExchange } from './exchange.ts'

/** `name`: of the file, for problems. */
export function readExchange(name: string, bytes: Uint8Array, report: (part: number) => void): Result<Exchange> {
  const project = emptyExchange()
  const open: Node[] = []
  let top: Node = { kind: 'empty' }
  let passed = 0
  let words: string[] = []
  let length = 0
  const mend = (said: string): string => {
    const { text, mended } = fromC1(said)
    project.mended += mended
    return text
  }
  /** What names a file stays as the archive has it. */
  const mendAll = (attributes: Attributes): Attributes =>
    Object.values(attributes).some((said) => /[\u0080-\u009f]/.test(said))
      ? Object.fromEntries(
          Object.entries(attributes).map(([key, said]) => [key, /path$/i.test(key) ? said : mend(said)]),
        )
      : attributes

  const fault = readXml(
    bytes,
    {
      open(element, attributes) {
        if (passed > 0) {
          passed += 1
          return
        }
        const node = openElement(element, project, mendAll(attributes), top)
        if (!node) {
          project.unknown.set(element, (project.unknown.get(element) ?? 0) + 1)
          passed = 1
          return
        }
        open.push(top)
        top = node
        words = []
      },
      text(piece) {
        if (top.kind !== 'leaf' || passed > 0) return
        length += piece.length
        words.push(piece)
      },
      close() {
        if (passed > 0) {
          passed -= 1
          return
        }
        if (top.kind === 'leaf') top.end(mend(words.length === 1 ? (words[0] ?? '') : words.join('')))
        const parent = open.pop() ?? top
        if (top.kind === 'selection' && parent.kind === 'text') {
          if (parent.selections.length > namesKept && top.codings.length > 0) top.name = ''
        }
        words = []
        top = parent
      },
    },
    { mended: true, mostElements },
    report,
  )
  if (fault !== null) return problem({ kind: 'conversionFailed', name, detail: fault })
  if (length > longestWords) return problem({ kind: 'fileTooLarge', name, most: longestWords, bound: 'text' })
  if (project.unknown.size > 0 && open.length === 0 && isEmpty(project))
    return problem({ kind: 'conversionFailed', name, detail: 'it is not a REFI-QDA file' })
  return { ok: project }
}

const mostElements = 5_000_000
/** Of all words in the file. */
const longestWords = 4 * longestAnswer

const isEmpty = ({ name, origin, codes, sources }: Exchange): boolean =>
  name === '' && origin === '' && codes.length + sources.length === 0
