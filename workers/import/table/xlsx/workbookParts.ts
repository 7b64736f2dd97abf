/** Which sheets a workbook has, where they are, and what its parts are called. */
import { readXml } from '../../xml/readXml.ts'

export interface SheetPart {
  name: string
  hidden: boolean
  /** Its relationship. */
  id: string
}

export interface Workbook {
  sheets: SheetPart[]
  from1904: boolean
}

export interface Relationship {
  /** The end of its type: `worksheet`, `sharedStrings`. */
  type: string
  /** The name of the part in the archive. */
  target: string
}

/** By their ids; or what is wrong. `from`: the part that they belong to. */
export function readRelationships(bytes: Uint8Array, from: string): Map<string, Relationship> | string {
  const found = new Map<string, Relationship>()
  const fault = readXml(bytes, {
    open: (name, { Id, Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: partName(Target, from) })
    },
  })
  return fault ?? found
}

export const relationshipsOf = (part: string): string => {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  return `${folder}_rels/${part.slice(folder.length)}.rels`
}

/** A key of the archive, never a path: `../x` is looked up, nothing is opened by it. */
function partName(target: string, from: string): string {
  const steps = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

export function readWorkbook(bytes: Uint8Array): Workbook | string {
  const workbook: Workbook = { sheets: [], from1904: false }
  const fault = readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'workbookPr') workbook.from1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /^[^:]+:id$/.test(key))?.[1] ?? ''
      const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      workbook.sheets.push({ name: attributes.name ?? '', hidden, id })
    },
  })
  return fault ?? workbook
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'
